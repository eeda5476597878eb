// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;

/**
 * The geometry of a red-black tree with a node for each record (Cormen et al., Introduction to Algorithms, chapter 13).
 *
 * <p><b>Layout.</b> A preamble of 64 B (free nodes, root), header words ({@link Headers}), nodes ({@link RedBlack}).
 * Nodes stay where they are.
 *
 * <p><b>Concurrency.</b> As with {@link HashTableStore}: lookups side by side, inserts and deletes in a quiet region.
 */
final class MapStore implements Store {
    private static final Layout LAYOUT = new Layout("workloads.map", 1);
    static final int ROOT = 16;

    private final int valueBytes;
    private final Headers headers;
    private final Records nodes;

    MapStore(long records, int valueBytes) {
        this.valueBytes = valueBytes;
        headers = Headers.of(Sizes.PREAMBLE_BYTES, records);
        nodes = new Records(headers.end(), records, RedBlack.VALUE + Sizes.words(valueBytes), RedBlack.LEFT);
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
        // Zeros are an empty tree.
    }

    @Override
    public Cursor cursor() {
        return new Lookup(this);
    }

    @Override
    public long insert(Region region, long key) {
        long parent = 0;
        for (long node = region.getLong(ROOT); node != 0; node = RedBlack.towards(region, node, key)) {
            if (region.getLong(node + RedBlack.KEY) == key) {
                return EXISTS;
            }
            parent = node;
        }
        long node = nodes.take(region);
        if (node == 0) {
            return FULL;
        }
        new RedBlack(region, ROOT).insert(node, key, parent);
        return node + RedBlack.VALUE;
    }

    @Override
    public boolean delete(Region region, long key) {
        long node = region.getLong(ROOT);
        while (node != 0 && region.getLong(node + RedBlack.KEY) != key) {
            node = RedBlack.towards(region, node, key);
        }
        if (node == 0) {
            return false;
        }
        new RedBlack(region, ROOT).delete(node);
        nodes.give(region, node);
        return true;
    }

    @Override
    public long headerAddress(long key) {
        return headers.address(key);
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        nodes.forEach(region, node -> {
            long key = region.getLong(node + RedBlack.KEY);
            visitor.record(key, headers.address(key), node + RedBlack.VALUE, valueBytes);
        });
    }

    /** The root's address, then key and children of one node after another. */
    private static final class Lookup extends IndexCursor {
        private long node;

        Lookup(MapStore store) {
            super(store, RedBlack.LOOKUP_BYTES);
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
            long here = Bytes.getLong(bytes, offset + RedBlack.KEY);
            if (here == key()) {
                return found(node + RedBlack.VALUE);
            }
            return go(Bytes.getLong(bytes, offset + (key() < here ? RedBlack.LEFT : RedBlack.RIGHT)));
        }

        private State go(long next) {
            node = next;
            return next == 0 ? State.ABSENT : need(next, RedBlack.LOOKUP_BYTES);
        }
    }
}
