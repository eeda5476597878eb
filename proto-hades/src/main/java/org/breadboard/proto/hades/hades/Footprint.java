package org.breadboard.proto.hades.hades;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;

/** Where the accesses of one attempt are: partition, primary, address, and the version that was read. One thread. */
final class Footprint {
    private int[] partitions = new int[16];
    private int[] nodes = new int[16];
    private long[] addresses = new long[16];
    private int known;

    void clear() {
        known = 0;
    }

    /** Places the accesses that are new since the last call. */
    void place(Transaction transaction, Placement placement) {
        int accesses = transaction.accesses();
        if (accesses > nodes.length) {
            int room = Math.max(accesses, 2 * nodes.length);
            partitions = Arrays.copyOf(partitions, room);
            nodes = Arrays.copyOf(nodes, room);
            addresses = Arrays.copyOf(addresses, room);
        }
        for (; known < accesses; known++) {
            partitions[known] = placement.partition(transaction.table(known), transaction.key(known));
            nodes[known] = placement.node(partitions[known], 0);
            addresses[known] = 0;
        }
    }

    int partition(int access) {
        return partitions[access];
    }

    int node(int access) {
        return nodes[access];
    }

    long address(int access) {
        return addresses[access];
    }

    void address(int access, long address) {
        addresses[access] = address;
    }

    /** The first access to the same record. */
    static int leader(Transaction transaction, int access) {
        for (int i = 0; i < access; i++) {
            if (transaction.key(i) == transaction.key(access) && transaction.table(i) == transaction.table(access)) {
                return i;
            }
        }
        return access;
    }

    /** Whether this write is the one of its record that stays: the last one. */
    static boolean isStored(Transaction transaction, int access) {
        if (!transaction.written(access)) {
            return false;
        }
        for (int i = access + 1; i < transaction.accesses(); i++) {
            if (transaction.written(i)
                    && transaction.key(i) == transaction.key(access)
                    && transaction.table(i) == transaction.table(access)) {
                return false;
            }
        }
        return true;
    }
}
