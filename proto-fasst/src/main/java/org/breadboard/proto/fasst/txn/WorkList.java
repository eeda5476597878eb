// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.Arrays;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.fasst.table.TableRequest;

/**
 * What one phase of a transaction asks of which node, in order. An item is one word, so that a coroutine that comes
 * back to its list finds it in a cache line or two.
 */
final class WorkList {
    /** The most accesses that items can tell apart. */
    static final int MAX_ACCESSES = 1 << 16;

    private static final int OP_SHIFT = 16;
    private static final int FLAGS_SHIFT = 24;
    private static final int RESERVE_SHIFT = 32;
    private static final int NODE_SHIFT = 48;
    private static final int SHORT = 0xffff;
    private static final int BYTE = 0xff;

    private int count;
    private long[] items = new long[8];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /** Adds an item; {@code access} tells table, partition, key and value. */
    void add(int access, int op, int flags, int reserve, int node) {
        if (count == items.length) {
            items = Arrays.copyOf(items, count * 2);
        }
        items[count++] = (access & SHORT)
                | (long) op << OP_SHIFT
                | (long) flags << FLAGS_SHIFT
                | (long) reserve << RESERVE_SHIFT
                | (long) node << NODE_SHIFT;
    }

    int access(int item) {
        return (int) items[item] & SHORT;
    }

    int op(int item) {
        return (int) (items[item] >>> OP_SHIFT) & BYTE;
    }

    int flags(int item) {
        return (int) (items[item] >>> FLAGS_SHIFT) & BYTE;
    }

    int reserve(int item) {
        return (int) (items[item] >>> RESERVE_SHIFT) & SHORT;
    }

    int node(int item) {
        return (int) (items[item] >>> NODE_SHIFT);
    }

    /** Makes a request of an item. */
    void fill(TableRequest request, Transaction transaction, Footprint footprint, int item) {
        int access = access(item);
        request.op = op(item);
        request.flags = flags(item);
        request.reserve = reserve(item);
        request.partition = footprint.partition(access);
        request.key = transaction.key(access);
        request.version = TableRequest.asks(request.op)
                ? footprint.versionRead(transaction, access)
                : transaction.installedVersion(access);
        request.value = transaction.values();
        request.valueAt = transaction.newAt(access);
        request.valueBytes = transaction.newBytes(access);
    }
}
