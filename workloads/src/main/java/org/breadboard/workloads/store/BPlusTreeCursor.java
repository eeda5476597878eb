// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in a B+ tree: the root's address, then one node after another, each whole. Where bytes that it is given are
 * torn, it asks for the same node again; where a node turns out not to cover the key any more, it begins again at the
 * root.
 */
public final class BPlusTreeCursor extends LookupCursor {
    private enum Search {
        EXACT,
        UPWARDS,
        DOWNWARDS
    }

    private static final int FIRST_GUARDS = 8;

    private final BPlusTreeStore store;
    private final int back;
    private byte[] loaded;

    private Search search = Search.EXACT;
    private long target;
    private long node;
    private long[] guards = new long[2 * FIRST_GUARDS];
    private int guardCount;

    BPlusTreeCursor(BPlusTreeStore store) {
        this.store = store;
        back = store.nodes().back();
    }

    @Override
    public State find(long wanted) {
        return begin(Search.EXACT, wanted);
    }

    @Override
    public State ceiling(long wanted) {
        return begin(Search.UPWARDS, wanted);
    }

    @Override
    public State floor(long wanted) {
        return begin(Search.DOWNWARDS, wanted);
    }

    @Override
    public State next() {
        if (key() == Long.MAX_VALUE) {
            return State.ABSENT;
        }
        search = Search.UPWARDS;
        target = key() + 1;
        return need(needAddress(), needBytes());
    }

    @Override
    public State give(byte[] bytes, int offset) {
        if (node == 0) {
            return go(Bytes.getLong(bytes, offset));
        }
        long front = Bytes.getLong(bytes, offset + Nodes.FRONT);
        if (front != Bytes.getLong(bytes, offset + back)) {
            return go(node);
        }
        return walk(bytes, offset, front);
    }

    @Override
    public State load(Region region) {
        State state;
        do {
            if (node == 0) {
                state = go(region.getLongAcquire(BPlusTreeStore.ROOT));
            } else {
                state = loadNode(region);
            }
        } while (state == State.NEED);
        return state;
    }

    @Override
    public long headerAddress() {
        return store.headerAddress(key());
    }

    @Override
    public int guards() {
        return guardCount;
    }

    @Override
    public long guardAddress(int index) {
        return guards[2 * index];
    }

    @Override
    public long guardVersion(int index) {
        return guards[2 * index + 1];
    }

    private State begin(Search kind, long wanted) {
        search = kind;
        target = wanted;
        node = 0;
        guardCount = 0;
        return begin(wanted, BPlusTreeStore.ROOT, Long.BYTES);
    }

    private State loadNode(Region region) {
        if (loaded == null) {
            loaded = new byte[store.nodes().bytes()];
        }
        long front = region.getLongAcquire(node + Nodes.FRONT);
        region.read(node, loaded, 0, loaded.length);
        region.loadFence();
        boolean whole = Bytes.getLong(loaded, back) == front && region.getLong(node + back) == front;
        return whole ? walk(loaded, 0, front) : go(node);
    }

    private State go(long address) {
        node = address;
        return address == 0
                ? need(BPlusTreeStore.ROOT, Long.BYTES)
                : need(address, store.nodes().bytes());
    }

    private State walk(byte[] bytes, int offset, long version) {
        long low = Bytes.getLong(bytes, offset + Nodes.LOW);
        long high = Bytes.getLong(bytes, offset + Nodes.HIGH);
        if (target < low || target > high) {
            return go(0);
        }
        long shape = Bytes.getLong(bytes, offset + Nodes.SHAPE);
        int at = floor(bytes, offset, Nodes.count(shape));
        if (Nodes.level(shape) > 0) {
            return go(Bytes.getLong(bytes, offset + Nodes.wordAt(Math.max(0, at))));
        }
        guard(version);
        boolean exact = at >= 0 && Bytes.getLong(bytes, offset + Nodes.keyAt(at)) == target;
        return switch (search) {
            case EXACT -> exact ? found(bytes, offset, at) : State.ABSENT;
            case UPWARDS -> {
                int up = exact ? at : at + 1;
                if (up < Nodes.count(shape)) {
                    yield found(bytes, offset, up);
                }
                target = high + 1;
                yield high == Long.MAX_VALUE ? State.ABSENT : go(Bytes.getLong(bytes, offset + Nodes.NEXT));
            }
            case DOWNWARDS -> {
                if (at >= 0) {
                    yield found(bytes, offset, at);
                }
                target = low - 1;
                yield low == Long.MIN_VALUE ? State.ABSENT : go(0);
            }
        };
    }

    private State found(byte[] bytes, int offset, int at) {
        long record = Bytes.getLong(bytes, offset + Nodes.wordAt(at));
        return found(Bytes.getLong(bytes, offset + Nodes.keyAt(at)), record + Long.BYTES);
    }

    /** The last entry whose key is at most the target, or -1. */
    private int floor(byte[] bytes, int offset, int count) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Bytes.getLong(bytes, offset + Nodes.keyAt(middle)) <= target) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private void guard(long version) {
        if (guardCount > 0 && guards[2 * guardCount - 2] == node && guards[2 * guardCount - 1] == version) {
            return;
        }
        if (2 * guardCount == guards.length) {
            guards = Arrays.copyOf(guards, 2 * guards.length);
        }
        guards[2 * guardCount] = node;
        guards[2 * guardCount + 1] = version;
        guardCount++;
    }
}
