// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades.recovery;

import java.util.Arrays;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.recovery.RecoverySource.LogSink;

/**
 * Looks among the writes that a node's copies show for that of an access: whether one has its versions, and its bytes
 * as the logic left them. For one look.
 */
final class HeldWrite implements LogSink {
    private final Transaction transaction;
    private final int access;
    /** Of a table that is not ordered; null of one that is. */
    private final TableSpec table;

    private boolean found;

    /** Nothing is found yet. */
    HeldWrite(Transaction transaction, int access, TableSpec table) {
        this.transaction = transaction;
        this.access = access;
        this.table = table;
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
    public void write(int of, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
        if (of == transaction.table(access) && key == transaction.key(access)) {
            found |= table == null ? isSame(version, deletes, bytes, at, lengthBytes) : isSame(bytes, at);
        }
    }

    private boolean isSame(long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
        return version == transaction.installedVersion(access)
                && deletes == removes()
                && (deletes
                        || lengthBytes == transaction.newBytes(access)
                                && isValue(bytes, at, transaction.newAt(access), lengthBytes));
    }

    /** Of a write that {@link KeptWrite} has encoded. */
    private boolean isSame(byte[] write, int at) {
        int from = KeptWrite.from(write, at);
        int bytes = KeptWrite.valueBytes(write, at);
        return hasVersions(write, at)
                && KeptWrite.removes(write, at) == removes()
                && (removes()
                        || covers(KeptWrite.makes(write, at), from, from + bytes)
                                && isValue(write, KeptWrite.valueAt(write, at), newAt(from), bytes));
    }

    /** Whether some bytes of the new value are whole parts, and all that was changed. */
    private boolean covers(boolean makes, int from, int to) {
        int partBytes = table.partBytes() == 0 ? table.valueBytes() : table.partBytes();
        if (from % partBytes != 0 || to % partBytes != 0 && to != table.valueBytes()) {
            return false;
        }
        if (transaction.isOverwrite(access)) {
            int offset = transaction.overwriteOffset(access);
            return from <= offset && to >= offset + transaction.overwriteBytes(access);
        }
        int valueBytes = transaction.newBytes(access);
        if (transaction.mode(access) != AccessMode.UPDATE || !transaction.found(access)) {
            return makes && from == 0 && to == valueBytes;
        }
        return isAsRead(0, from) && isAsRead(to, valueBytes);
    }

    private boolean isAsRead(int from, int to) {
        byte[] values = transaction.values();
        int read = transaction.readAt(access);
        int written = transaction.newAt(access);
        return Arrays.equals(values, read + from, read + to, values, written + from, written + to);
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
        return Arrays.equals(bytes, at, at + lengthBytes, transaction.values(), newAt, newAt + lengthBytes);
    }
}
