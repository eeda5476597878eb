// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;

/**
 * Nodes of a B-tree in a region, and what is done with them (Cormen et al., 18.1 to 18.3). With the degree t, a node
 * has at most 2t - 1 records, and every one but the root at least t - 1.
 *
 * <p>A node is its shape (how many records, and whether it is a leaf), keys, children, values.
 */
final class BTreeNodes {
    private static final long LEAF = 1L << 32;

    private final int degree;
    private final int most;
    private final int valueBytes;
    private final int childrenAt;
    private final int valuesAt;
    private final int nodeBytes;
    private final long firstNode;
    private final long count;
    private final Pool pool;

    /** Nodes of values of whole words; the pool's words stand at {@code poolAt}. */
    BTreeNodes(int degree, int valueBytes, long poolAt, long firstNode, long count) {
        this.degree = degree;
        this.valueBytes = valueBytes;
        this.firstNode = firstNode;
        this.count = count;
        most = 2 * degree - 1;
        childrenAt = keyAt(most);
        valuesAt = childrenAt + (most + 1) * Long.BYTES;
        nodeBytes = valuesAt + most * valueBytes;
        pool = new Pool(poolAt, count, firstNode + keyAt(0), nodeBytes);
    }

    /** Where the nodes end. */
    long end() {
        return firstNode + count * nodeBytes;
    }

    /** As much of a node as a lookup needs: all but the values. */
    int lookupBytes() {
        return valuesAt;
    }

    static int keyAt(int at) {
        return (1 + at) * Long.BYTES;
    }

    int childAt(int at) {
        return childrenAt + at * Long.BYTES;
    }

    static int count(long shape) {
        return (int) shape;
    }

    static boolean isLeaf(long shape) {
        return (shape & LEAF) != 0;
    }

    static int count(Region region, long node) {
        return count(region.getLong(node));
    }

    static boolean isLeaf(Region region, long node) {
        return isLeaf(region.getLong(node));
    }

    boolean isFull(Region region, long node) {
        return count(region, node) == most;
    }

    long key(Region region, long node, int at) {
        return region.getLong(node + keyAt(at));
    }

    void setKey(Region region, long node, int at, long key) {
        region.putLong(node + keyAt(at), key);
    }

    long child(Region region, long node, int at) {
        return region.getLong(node + childAt(at));
    }

    void setChild(Region region, long node, int at, long child) {
        region.putLong(node + childAt(at), child);
    }

    long valueAddress(long node, int at) {
        return node + valuesAt + (long) at * valueBytes;
    }

    /** An empty node. There is one: the pool has nodes for all records. */
    long take(Region region, boolean leaf) {
        long node = firstNode + (pool.take(region) - 1) * nodeBytes;
        region.putLong(node, leaf ? LEAF : 0);
        return node;
    }

    void give(Region region, long node) {
        pool.give(region, (node - firstNode) / nodeBytes + 1);
    }

    /** The first place whose key is not below {@code key}, or the end. */
    int position(Region region, long node, long key) {
        int low = 0;
        int high = count(region, node);
        while (low < high) {
            int middle = low + high >>> 1;
            if (key(region, node, middle) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Makes room for a record, and for a child behind it. */
    void open(Region region, long node, int at) {
        int records = count(region, node);
        for (int i = records; i > at; i--) {
            copy(region, node, i - 1, node, i);
        }
        for (int i = records + 1; i > at + 1 && !isLeaf(region, node); i--) {
            setChild(region, node, i, child(region, node, i - 1));
        }
        region.putLong(node, region.getLong(node) + 1);
    }

    /** Takes a record out, and the child behind it. */
    private void close(Region region, long node, int at) {
        int records = count(region, node);
        for (int i = at; i + 1 < records; i++) {
            copy(region, node, i + 1, node, i);
        }
        for (int i = at + 1; i < records && !isLeaf(region, node); i++) {
            setChild(region, node, i, child(region, node, i + 1));
        }
        region.putLong(node, region.getLong(node) - 1);
    }

    private void copy(Region region, long from, int fromAt, long to, int toAt) {
        setKey(region, to, toAt, key(region, from, fromAt));
        long source = valueAddress(from, fromAt);
        long target = valueAddress(to, toAt);
        for (int i = 0; i < valueBytes; i += Long.BYTES) {
            region.putLong(target + i, region.getLong(source + i));
        }
    }

    /** Splits a full child; its middle record comes up to {@code at} of the parent, which is not full. */
    void split(Region region, long parent, int at) {
        long left = child(region, parent, at);
        boolean leaf = isLeaf(region, left);
        long right = take(region, leaf);
        for (int i = 0; i < degree - 1; i++) {
            copy(region, left, degree + i, right, i);
        }
        for (int i = 0; i < degree && !leaf; i++) {
            setChild(region, right, i, child(region, left, degree + i));
        }
        resize(region, right, degree - 1);
        open(region, parent, at);
        copy(region, left, degree - 1, parent, at);
        setChild(region, parent, at + 1, right);
        resize(region, left, degree - 1);
    }

    private static void resize(Region region, long node, int records) {
        region.putLong(node, region.getLong(node) & LEAF | records);
    }

    /** Deletes a key that is there, from a node that is the root or has a record to spare. */
    void delete(Region region, long from, long key) {
        long node = from;
        while (true) {
            int at = position(region, node, key);
            boolean here = at < count(region, node) && key(region, node, at) == key;
            if (isLeaf(region, node)) {
                close(region, node, at);
                return;
            }
            if (!here) {
                node = child(region, node, refill(region, node, at));
            } else if (spare(region, child(region, node, at))) {
                deleteInner(region, node, at, at, true);
                return;
            } else if (spare(region, child(region, node, at + 1))) {
                deleteInner(region, node, at, at + 1, false);
                return;
            } else {
                node = merge(region, node, at);
            }
        }
    }

    /** Puts the last, or the first, record below a child into the place of one that goes. */
    private void deleteInner(Region region, long node, int at, int childAt, boolean last) {
        long child = child(region, node, childAt);
        long leaf = child;
        while (!isLeaf(region, leaf)) {
            leaf = child(region, leaf, last ? count(region, leaf) : 0);
        }
        int from = last ? count(region, leaf) - 1 : 0;
        copy(region, leaf, from, node, at);
        delete(region, child, key(region, node, at));
    }

    private boolean spare(Region region, long node) {
        return count(region, node) >= degree;
    }

    /** Sees to it that a child has a record to spare, and says where it, or what it was merged with, is now. */
    private int refill(Region region, long node, int at) {
        long child = child(region, node, at);
        if (spare(region, child)) {
            return at;
        }
        if (at > 0 && spare(region, child(region, node, at - 1))) {
            long left = child(region, node, at - 1);
            int end = count(region, left);
            long behind = child(region, left, end);
            openFirst(region, child);
            copy(region, node, at - 1, child, 0);
            copy(region, left, end - 1, node, at - 1);
            setChild(region, child, 0, behind);
            resize(region, left, end - 1);
            return at;
        }
        if (at < count(region, node) && spare(region, child(region, node, at + 1))) {
            long right = child(region, node, at + 1);
            int end = count(region, child);
            copy(region, node, at, child, end);
            copy(region, right, 0, node, at);
            setChild(region, child, end + 1, child(region, right, 0));
            resize(region, child, end + 1);
            closeFirst(region, right);
            return at;
        }
        int left = at < count(region, node) ? at : at - 1;
        merge(region, node, left);
        return left;
    }

    /** Makes room for a record, and for a child before it. */
    private void openFirst(Region region, long node) {
        long first = child(region, node, 0);
        open(region, node, 0);
        setChild(region, node, 1, first);
    }

    /** Takes out the first record, and the child before it. */
    private void closeFirst(Region region, long node) {
        long second = child(region, node, 1);
        close(region, node, 0);
        setChild(region, node, 0, second);
    }

    /** Puts a record and the child behind it into the child before it, which is returned. */
    private long merge(Region region, long node, int at) {
        long left = child(region, node, at);
        long right = child(region, node, at + 1);
        int end = count(region, left);
        int more = count(region, right);
        copy(region, node, at, left, end);
        for (int i = 0; i < more; i++) {
            copy(region, right, i, left, end + 1 + i);
        }
        for (int i = 0; i <= more && !isLeaf(region, left); i++) {
            setChild(region, left, end + 1 + i, child(region, right, i));
        }
        resize(region, left, end + 1 + more);
        close(region, node, at);
        give(region, right);
        return left;
    }

    /** Told of each record. */
    @FunctionalInterface
    interface PlaceVisitor {
        /** Where it is. */
        void place(long node, int at);
    }

    /** Visits all records in the order of addresses. */
    void forEach(Region region, PlaceVisitor visitor) {
        pool.forEachTaken(region, number -> {
            long node = firstNode + (number - 1) * nodeBytes;
            for (int at = 0; at < count(region, node); at++) {
                visitor.place(node, at);
            }
        });
    }
}
