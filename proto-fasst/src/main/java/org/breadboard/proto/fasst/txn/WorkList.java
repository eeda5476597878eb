package org.breadboard.proto.fasst.txn;

import java.util.Arrays;

/** What one phase of a transaction asks of which node, in order. */
final class WorkList {
    private int count;
    private int[] access = new int[16];
    private int[] op = new int[16];
    private int[] flags = new int[16];
    private int[] reserve = new int[16];
    private int[] node = new int[16];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /** Adds an item; {@code ofAccess} tells table, partition, key and value. */
    void add(int ofAccess, int theOp, int theFlags, int toReserve, int atNode) {
        if (count == access.length) {
            grow();
        }
        access[count] = ofAccess;
        op[count] = theOp;
        flags[count] = theFlags;
        reserve[count] = toReserve;
        node[count++] = atNode;
    }

    int access(int item) {
        return access[item];
    }

    int op(int item) {
        return op[item];
    }

    int flags(int item) {
        return flags[item];
    }

    int reserve(int item) {
        return reserve[item];
    }

    int node(int item) {
        return node[item];
    }

    private void grow() {
        int size = count * 2;
        access = Arrays.copyOf(access, size);
        op = Arrays.copyOf(op, size);
        flags = Arrays.copyOf(flags, size);
        reserve = Arrays.copyOf(reserve, size);
        node = Arrays.copyOf(node, size);
    }
}
