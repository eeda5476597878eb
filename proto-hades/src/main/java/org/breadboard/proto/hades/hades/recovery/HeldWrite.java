package org.breadboard.proto.hades.hades.recovery;

import java.util.Arrays;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.recovery.RecoverySource.LogSink;

/**
 * Looks among the writes that a node's copies show for that of an access: whether one has its versions, and its bytes
 * as the logic left them. For one look.
 */
final class HeldWrite implements LogSink {
    private final Transaction transaction;
    private final int access;
    private final boolean ordered;
    private boolean found;

    /**
     * Nothing is found yet.
     *
     * @param ordered whether the access is to an ordered table
     */
    HeldWrite(Transaction transaction, int access, boolean ordered) {
        this.transaction = transaction;
        this.access = access;
        this.ordered = ordered;
    }

    boolean isFound() {
        return found;
    }

    @Override
    public void transaction(long epoch, long idHigh, long idLow, int writes) {
        // Versions tell transactions apart.
    }

    @Override
    public void over(long epoch, long idHigh, long idLow) {
        // Nobody is told of a transaction before its copy is decided, and the copy is there until the next one.
    }

    @Override
    public void write(int table, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
        if (table == transaction.table(access) && key == transaction.key(access)) {
            found |= ordered ? isSame(version, deletes, bytes, at, lengthBytes) : isSame(bytes, at);
        }
    }

    private boolean isSame(long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
        return version == transaction.installedVersion(access)
                && deletes == removes()
                && (deletes || isValue(bytes, at, transaction.newAt(access), lengthBytes));
    }

    /** Of a write that {@link KeptWrite} has encoded. */
    private boolean isSame(byte[] write, int at) {
        int from = KeptWrite.from(write, at);
        return hasVersions(write, at)
                && KeptWrite.removes(write, at) == removes()
                && isValue(write, KeptWrite.valueAt(write, at), newAt(from), KeptWrite.valueBytes(write, at));
    }

    private boolean hasVersions(byte[] write, int at) {
        int kept = KeptWrite.parts(write, at);
        if (transaction.parts(access) <= 1) {
            return kept == 1 && KeptWrite.version(write, at, 0) == transaction.installedVersion(access);
        }
        int installed = 0;
        for (int part = 0; part < transaction.parts(access); part++) {
            installed += transaction.isPartInstalled(access, part) ? 1 : 0;
        }
        boolean same = kept == installed;
        for (int i = 0; i < kept && same; i++) {
            int part = KeptWrite.part(write, at, i);
            same = transaction.isPartInstalled(access, part)
                    && transaction.partInstalledVersion(access, part) == KeptWrite.version(write, at, i);
        }
        return same;
    }

    private boolean removes() {
        return transaction.mode(access) == AccessMode.DELETE;
    }

    /**
     * Where the byte {@code from} of the new value stands; of what is not read there are only the bytes that it puts.
     */
    private int newAt(int from) {
        return transaction.isOverwrite(access) && !transaction.answered(access)
                ? transaction.overwriteAt(access) + from - transaction.overwriteOffset(access)
                : transaction.newAt(access) + from;
    }

    private boolean isValue(byte[] bytes, int at, int newAt, int lengthBytes) {
        return lengthBytes == 0
                || Arrays.equals(bytes, at, at + lengthBytes, transaction.values(), newAt, newAt + lengthBytes);
    }
}
