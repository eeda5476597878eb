// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;

/**
 * The geometry of a B-tree whose inner nodes hold records too (Cormen et al., Introduction to Algorithms, chapter 18).
 *
 * <p><b>Layout.</b> A preamble of 64 B (free nodes, root, how many records), header words ({@link Headers}), nodes
 * ({@link BTreeNodes}). Values move with their keys: where a value stands holds until the next insert or delete, and a
 * caller writes it before.
 *
 * <p><b>Concurrency.</b> As with {@link HashTableStore}: lookups side by side, inserts and deletes in a quiet region.
 */
final class BTreeStore implements Store {
    private static final Layout LAYOUT = new Layout("workloads.b-tree", 1);
    private static final int POOL = 0;
    private static final int ROOT = 16;
    private static final int RECORDS = 24;

    private final int valueBytes;
    private final Headers headers;
    private final BTreeNodes nodes;
    private final long records;

    BTreeStore(long records, int valueBytes, int degree) {
        this.records = records;
        this.valueBytes = valueBytes;
        headers = Headers.of(Sizes.PREAMBLE_BYTES, records);
        // All nodes but the root have at least degree - 1 records.
        nodes = new BTreeNodes(degree, Sizes.words(valueBytes), POOL, headers.end(), records / (degree - 1) + 2);
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return nodes.end();
    }

    @Override
    public void format(Region region) {
        region.putLong(ROOT, nodes.take(region, true));
    }

    @Override
    public Cursor cursor() {
        return new Lookup(this);
    }

    @Override
    public long insert(Region region, long key) {
        if (contains(region, key)) {
            return EXISTS;
        }
        long count = region.getLong(RECORDS);
        if (count == records) {
            return FULL;
        }
        region.putLong(RECORDS, count + 1);
        long node = region.getLong(ROOT);
        if (nodes.isFull(region, node)) {
            long root = nodes.take(region, false);
            nodes.setChild(region, root, 0, node);
            nodes.split(region, root, 0);
            region.putLong(ROOT, root);
            node = root;
        }
        while (!BTreeNodes.isLeaf(region, node)) {
            int at = nodes.position(region, node, key);
            if (nodes.isFull(region, nodes.child(region, node, at))) {
                nodes.split(region, node, at);
                at += key > nodes.key(region, node, at) ? 1 : 0;
            }
            node = nodes.child(region, node, at);
        }
        int at = nodes.position(region, node, key);
        nodes.open(region, node, at);
        nodes.setKey(region, node, at, key);
        return nodes.valueAddress(node, at);
    }

    @Override
    public boolean delete(Region region, long key) {
        if (!contains(region, key)) {
            return false;
        }
        region.putLong(RECORDS, region.getLong(RECORDS) - 1);
        long root = region.getLong(ROOT);
        nodes.delete(region, root, key);
        if (BTreeNodes.count(region, root) == 0 && !BTreeNodes.isLeaf(region, root)) {
            region.putLong(ROOT, nodes.child(region, root, 0));
            nodes.give(region, root);
        }
        return true;
    }

    private boolean contains(Region region, long key) {
        long node = region.getLong(ROOT);
        while (true) {
            int at = nodes.position(region, node, key);
            if (at < BTreeNodes.count(region, node) && nodes.key(region, node, at) == key) {
                return true;
            }
            if (BTreeNodes.isLeaf(region, node)) {
                return false;
            }
            node = nodes.child(region, node, at);
        }
    }

    @Override
    public long headerAddress(long key) {
        return headers.address(key);
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        nodes.forEach(region, (node, at) -> {
            long key = nodes.key(region, node, at);
            visitor.record(key, headers.address(key), nodes.valueAddress(node, at), valueBytes);
        });
    }

    /** The root's address, then count, keys and children of one node after another. */
    private static final class Lookup extends IndexCursor {
        private final BTreeNodes nodes;
        private long node;

        Lookup(BTreeStore store) {
            super(store, store.nodes.lookupBytes());
            nodes = store.nodes;
        }

        @Override
        public State find(long wanted) {
            node = 0;
            return begin(wanted, ROOT, Long.BYTES);
        }

        @Override
        public State give(byte[] bytes, int offset) {
            if (node == 0) {
                return go(Bytes.getLong(bytes, offset));
            }
            long shape = Bytes.getLong(bytes, offset);
            int low = 0;
            int high = BTreeNodes.count(shape);
            while (low < high) {
                int middle = low + high >>> 1;
                long here = Bytes.getLong(bytes, offset + BTreeNodes.keyAt(middle));
                if (here == key()) {
                    return found(nodes.valueAddress(node, middle));
                }
                if (here < key()) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return BTreeNodes.isLeaf(shape) ? State.ABSENT : go(Bytes.getLong(bytes, offset + nodes.childAt(low)));
        }

        private State go(long next) {
            node = next;
            return need(next, nodes.lookupBytes());
        }
    }
}
