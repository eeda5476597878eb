package org.breadboard.proto.hades.sw;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.table.Footprint;

/** Read and write set of a transaction: where its accesses are, what was read of their records, and which hold a lock. One thread. */
final class ReadWriteSet extends Footprint {
    private long[] incarnations = new long[16];
    private boolean[] held = new boolean[16];

    @Override
    public void place(Transaction transaction, Placement placement) {
        int from = placed();
        super.place(transaction, placement);
        if (placed() > held.length) {
            int room = Math.max(placed(), 2 * held.length);
            incarnations = Arrays.copyOf(incarnations, room);
            held = Arrays.copyOf(held, room);
        }
        Arrays.fill(held, from, placed(), false);
    }

    /** The incarnation word that was read. */
    void incarnation(int leader, long word) {
        incarnations[leader] = word;
    }

    long incarnation(int access) {
        return incarnations[leader(access)];
    }

    /** Whether this access is the first of those to a record that is written: it is read and locked for all of them. */
    boolean locks(Transaction transaction, int access) {
        if (!isLeader(access)) {
            return false;
        }
        for (int i = access; i < transaction.accesses(); i++) {
            if (transaction.written(i) && leader(i) == access) {
                return true;
            }
        }
        return false;
    }

    void hold(int leader) {
        held[leader] = true;
    }

    /** Whether an access holds the lock of its record; accesses that are not placed hold none. */
    boolean isHeld(int access) {
        return access < placed() && held[access];
    }
}
