// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.workloads.parts.Hash64;

/**
 * The geometry of a B+ tree and what can be done with a region that is laid out so.
 *
 * <p><b>Layout.</b> A preamble of 64 B (writer lock, root, pools), header words, nodes ({@link Nodes}), records, a bit
 * for each record. A record is its key and its value, and stays where it is for as long as it lives: leaves hold its
 * place, so that inserts and splits beside it never move a value under somebody who writes it.
 *
 * <p><b>Headers.</b> A record's header word (lock and version, the protocol's own) is one of a fixed array, found from
 * the key alone. It covers the key, present or not; keys that follow each other have words that do so too. Some keys
 * share one.
 *
 * <p><b>Leaf versions.</b> What a header word cannot do is tell that a record came into, or left, a range: for that
 * each leaf's front version grows with each insert and delete in it, and whenever keys change hands between leaves. A
 * cursor remembers the leaves that it went through ({@link BPlusTreeCursor#guardAddress}); as long as none of these
 * words has changed, the ranges that it searched hold the same keys. A transaction whose own inserts and deletes change
 * them either validates before them, in the same step, or compares with what it left behind.
 *
 * <p><b>Concurrency.</b> {@link #insert} and {@link #delete} may be called by any number of threads; they take turns by
 * the writer lock in the preamble, spinning. Who calls them holds the lock of the key's header, so that two never
 * insert or delete the same key at a time. Cursors take no lock: one that loads from the region sees each node whole,
 * and begins again where a node has changed hands; it waits for a writer in the middle of a change, and no writer waits
 * for it. What it then reads of the value is guarded by the record's header, as with a hash table: load the header,
 * look up, copy, and load it again.
 */
public final class BPlusTreeStore implements Store {
    static final int ROOT = 8;

    private static final Layout LAYOUT = new Layout("workloads.bplus-tree", 3);
    private static final int WRITER = 0;
    private static final int NODE_POOL = 16;
    private static final int RECORD_POOL = 32;
    private static final int PREAMBLE_BYTES = 64;

    /** As many nodes for each full one: leaves that lost all but a quarter of their entries, and nodes above them. */
    private static final int SPARE = 6;

    /** Log of how many records share a word that says which of them are taken. */
    private static final int TAKEN_BITS = 6;

    /** Log of how many keys in a row have header words in a row. */
    private static final int RUN_BITS = 6;

    private final Nodes nodes;
    private final int valueBytes;
    private final int recordBytes;
    private final long headerMask;
    private final long nodesAt;
    private final long recordsAt;
    private final long takenAt;
    private final long records;
    private final Pool nodePool;
    private final Pool recordPool;

    BPlusTreeStore(long records, int valueBytes, int fanout) {
        this.records = records;
        this.valueBytes = valueBytes;
        nodes = new Nodes(fanout);
        recordBytes = Long.BYTES + ((valueBytes + 7) & ~7);
        headerMask = Math.max(1L << RUN_BITS, Long.highestOneBit(2 * records - 1)) - 1;
        nodesAt = PREAMBLE_BYTES + (headerMask + 1) * Long.BYTES;
        long nodeCount = SPARE * (records / fanout + 1) + 8;
        recordsAt = nodesAt + nodeCount * nodes.bytes();
        takenAt = recordsAt + records * recordBytes;
        nodePool = new Pool(NODE_POOL, nodeCount, nodesAt + Nodes.NEXT, nodes.bytes());
        recordPool = new Pool(RECORD_POOL, records, recordsAt, recordBytes);
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return takenAt + ((records >>> TAKEN_BITS) + 1) * Long.BYTES;
    }

    @Override
    public void format(Region region) {
        long root = node(nodePool.take(region));
        nodes.open(region, root);
        Nodes.clear(region, root, 0, Long.MIN_VALUE, Long.MAX_VALUE, 0);
        nodes.close(region, root);
        region.putLongRelease(ROOT, root);
    }

    @Override
    public BPlusTreeCursor cursor() {
        return new BPlusTreeCursor(this);
    }

    @Override
    public long headerAddress(long key) {
        // A good hash: keys that differ in their upper bits only, as those of TPC-C's districts do, get words of their
        // own.
        long word = (Hash64.of(key >>> RUN_BITS) << RUN_BITS) + (key & (1 << RUN_BITS) - 1);
        return headerAddressAt(word & headerMask);
    }

    @Override
    public long headerWords() {
        return headerMask + 1;
    }

    @Override
    public long headerAddressAt(long word) {
        return PREAMBLE_BYTES + word * Long.BYTES;
    }

    @Override
    public long insert(Region region, long key) {
        lock(region);
        try {
            long root = region.getLong(ROOT);
            long leaf = leaf(region, root, key);
            int at = Nodes.floor(region, leaf, Nodes.count(region, leaf), key);
            if (at >= 0 && Nodes.key(region, leaf, at) == key) {
                return EXISTS;
            }
            if (!recordPool.has(region, 1) || !nodePool.has(region, Nodes.level(region, root) + 2)) {
                return FULL;
            }
            long number = recordPool.take(region);
            setTaken(region, number, true);
            long record = record(number);
            region.putLong(record, key);
            if (Nodes.count(region, leaf) < nodes.fanout()) {
                nodes.open(region, leaf);
                Nodes.insert(region, leaf, at + 1, key, record);
                nodes.close(region, leaf);
                return record + Long.BYTES;
            }
            long right = insert(region, root, key, record);
            if (right != 0) {
                grow(region, root, right);
            }
            return record + Long.BYTES;
        } finally {
            unlock(region);
        }
    }

    @Override
    public boolean delete(Region region, long key) {
        lock(region);
        try {
            long root = region.getLong(ROOT);
            long leaf = leaf(region, root, key);
            int at = Nodes.floor(region, leaf, Nodes.count(region, leaf), key);
            if (at < 0 || Nodes.key(region, leaf, at) != key) {
                return false;
            }
            long number = (Nodes.word(region, leaf, at) - recordsAt) / recordBytes + 1;
            recordPool.give(region, number);
            setTaken(region, number, false);
            remove(region, root, key);
            while (Nodes.level(region, root) > 0 && Nodes.count(region, root) == 1) {
                long child = Nodes.word(region, root, 0);
                region.putLongRelease(ROOT, child);
                free(region, root);
                root = child;
            }
            return true;
        } finally {
            unlock(region);
        }
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        recordPool.forEachTaken(region, new Wanted(region, visitor));
    }

    /**
     * Notes whether a record is taken. Its bytes do not tell: a free one has a link in the place of its key, which may
     * be any key, and one that was never used has zeros, as key 0 may have.
     */
    private void setTaken(Region region, long number, boolean taken) {
        long at = takenWord(number);
        long bit = 1L << number;
        region.putLong(at, taken ? region.getLong(at) | bit : region.getLong(at) & ~bit);
    }

    private long takenWord(long number) {
        return takenAt + (number >>> TAKEN_BITS) * Long.BYTES;
    }

    /** Shows the records of which their bytes, their header words, or the word that says which are taken is wanted. */
    private final class Wanted implements Pool.Stretches {
        private final Region region;
        private final RecordVisitor visitor;
        private final boolean forHeaders;
        private boolean recordsWanted;
        private boolean takenWanted;
        private long run;
        private boolean headersWanted;
        private boolean asked;

        Wanted(Region region, RecordVisitor visitor) {
            this.region = region;
            this.visitor = visitor;
            forHeaders = visitor.wantsForHeaders();
        }

        @Override
        public boolean stretch(long first, long last) {
            long taken = takenWord(first);
            takenWanted = visitor.wants(taken, taken + Long.BYTES);
            recordsWanted = takenWanted || visitor.wants(record(first), record(last + 1));
            return recordsWanted || forHeaders;
        }

        @Override
        public void piece(long number) {
            long record = record(number);
            long key = region.getLong(record);
            boolean wanted = recordsWanted && (takenWanted || visitor.wants(record, record + recordBytes));
            if (wanted || forHeaders && headersWanted(key >>> RUN_BITS)) {
                visitor.record(key, headerAddress(key), record + Long.BYTES, valueBytes);
            }
        }

        private boolean headersWanted(long runOfKey) {
            if (!asked || run != runOfKey) {
                run = runOfKey;
                asked = true;
                long from = headerAddress(runOfKey << RUN_BITS);
                headersWanted = visitor.wants(from, from + (Long.BYTES << RUN_BITS));
            }
            return headersWanted;
        }
    }

    Nodes nodes() {
        return nodes;
    }

    /** The leaf that a key belongs to. */
    private static long leaf(Region region, long root, long key) {
        long node = root;
        while (Nodes.level(region, node) > 0) {
            node = Nodes.word(region, node, child(region, node, key));
        }
        return node;
    }

    private static int child(Region region, long node, long key) {
        return Math.max(0, Nodes.floor(region, node, Nodes.count(region, node), key));
    }

    /** Inserts an entry below a node. Returns its new right neighbour if it had to be split, otherwise 0. */
    private long insert(Region region, long node, long key, long record) {
        long word = record;
        long entryKey = key;
        if (Nodes.level(region, node) > 0) {
            word = insert(region, Nodes.word(region, node, child(region, node, key)), key, record);
            if (word == 0) {
                return 0;
            }
            entryKey = region.getLong(word + Nodes.LOW);
        }
        int count = Nodes.count(region, node);
        int at = Nodes.floor(region, node, count, entryKey) + 1;
        nodes.open(region, node);
        long right = 0;
        if (count == nodes.fanout()) {
            right = split(region, node, at, entryKey);
            if (entryKey >= region.getLong(right + Nodes.LOW)) {
                at = Nodes.floor(region, right, Nodes.count(region, right), entryKey) + 1;
                Nodes.insert(region, right, at, entryKey, word);
            } else {
                Nodes.insert(region, node, at, entryKey, word);
            }
            nodes.close(region, right);
        } else {
            Nodes.insert(region, node, at, entryKey, word);
        }
        nodes.close(region, node);
        return right;
    }

    /**
     * Moves the upper half of an open, full node to a new right neighbour, which stays open. Behind the last entry
     * nothing is moved: keys that come in order fill their leaves.
     */
    private long split(Region region, long node, int at, long key) {
        int count = Nodes.count(region, node);
        int from = at == count ? count : count / 2;
        long low = from == count ? key : Nodes.key(region, node, from);
        long right = node(nodePool.take(region));
        nodes.open(region, right);
        Nodes.clear(
                region,
                right,
                Nodes.level(region, node),
                low,
                region.getLong(node + Nodes.HIGH),
                region.getLong(node + Nodes.NEXT));
        Nodes.move(region, node, from, right);
        region.putLong(node + Nodes.HIGH, low - 1);
        region.putLong(node + Nodes.NEXT, right);
        return right;
    }

    private void grow(Region region, long left, long right) {
        long root = node(nodePool.take(region));
        nodes.open(region, root);
        Nodes.clear(region, root, Nodes.level(region, left) + 1, Long.MIN_VALUE, Long.MAX_VALUE, 0);
        Nodes.insert(region, root, 0, Long.MIN_VALUE, left);
        Nodes.insert(region, root, 1, region.getLong(right + Nodes.LOW), right);
        nodes.close(region, root);
        region.putLongRelease(ROOT, root);
    }

    /** Takes a key out below a node, and joins children that have become small. */
    private void remove(Region region, long node, long key) {
        int at = child(region, node, key);
        if (Nodes.level(region, node) == 0) {
            nodes.open(region, node);
            Nodes.remove(region, node, at);
            nodes.close(region, node);
            return;
        }
        remove(region, Nodes.word(region, node, at), key);
        if (at + 1 == Nodes.count(region, node) || !join(region, node, at)) {
            if (at > 0) {
                join(region, node, at - 1);
            }
        }
    }

    /** Joins a child and its right neighbour if together they are at most half full, or one is empty. */
    private boolean join(Region region, long parent, int at) {
        long left = Nodes.word(region, parent, at);
        long right = Nodes.word(region, parent, at + 1);
        int ofLeft = Nodes.count(region, left);
        int ofRight = Nodes.count(region, right);
        if (ofLeft > 0 && ofRight > 0 && ofLeft + ofRight > nodes.fanout() / 2) {
            return false;
        }
        nodes.open(region, left);
        nodes.open(region, right);
        Nodes.move(region, right, 0, left);
        region.putLong(left + Nodes.HIGH, region.getLong(right + Nodes.HIGH));
        region.putLong(left + Nodes.NEXT, region.getLong(right + Nodes.NEXT));
        nodes.close(region, left);
        // It stays open until it is free: whole and empty, with its keys still its own, it would deny what left has
        // now.
        free(region, right);
        nodes.open(region, parent);
        Nodes.remove(region, parent, at + 1);
        nodes.close(region, parent);
        return true;
    }

    private void free(Region region, long node) {
        nodes.open(region, node);
        Nodes.clear(region, node, 0, Long.MAX_VALUE, Long.MIN_VALUE, 0);
        nodePool.give(region, (node - nodesAt) / nodes.bytes() + 1);
        nodes.close(region, node);
    }

    private long node(long number) {
        return nodesAt + (number - 1) * nodes.bytes();
    }

    private long record(long number) {
        return recordsAt + (number - 1) * recordBytes;
    }

    private static void lock(Region region) {
        while (!region.compareAndSetLong(WRITER, 0, 1)) {
            // Whoever holds it changes a few nodes and waits for nobody.
        }
    }

    private static void unlock(Region region) {
        region.putLongRelease(WRITER, 0);
    }
}
