// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;

/** Looks keys up by copying lines one after another, in ascending order, as a DMA engine does; one line per call. */
final class Device {
    private final RobinHoodStore store;
    private final Region region;
    private final RobinHoodCursor cursor;
    private final byte[] bytes = new byte[1 << 20];
    private Cursor.State state = Cursor.State.ABSENT;
    private int copied;
    private boolean inBlock;
    private long key;

    Device(RobinHoodStore store, Region region) {
        this.store = store;
        this.region = region;
        cursor = store.cursor();
    }

    /** Begins a lookup; a negative hint is none. */
    void find(long wanted, int knownDisplacement, long overflow) {
        key = wanted;
        copied = 0;
        inBlock = false;
        state = knownDisplacement < 0 ? cursor.find(wanted) : cursor.find(wanted, knownDisplacement, 1, overflow);
    }

    long key() {
        return key;
    }

    boolean busy() {
        return state == Cursor.State.NEED;
    }

    boolean found() {
        return state == Cursor.State.FOUND;
    }

    int fetches() {
        return cursor.fetches();
    }

    /** Copies one line; with the last one, the cursor gets what it asked for. */
    void copyLine() {
        long from = (inBlock ? cursor.blockAddress() : cursor.needAddress()) + copied;
        int lengthBytes = inBlock ? cursor.blockBytes() : cursor.needBytes();
        int line = (int) Math.min(lengthBytes - copied, Region.LINE_BYTES - from % Region.LINE_BYTES);
        region.read(from, bytes, copied, line);
        region.loadFence();
        copied += line;
        if (copied < lengthBytes) {
            return;
        }
        copied = 0;
        if (inBlock) {
            state = Cursor.State.FOUND;
            if (cursor.blockVersion(bytes, 0) < 0) {
                find(key, -1, 0);
            }
            return;
        }
        state = cursor.give(bytes, 0);
        if (state == Cursor.State.FOUND && !store.inline()) {
            inBlock = true;
            state = Cursor.State.NEED;
        }
    }

    /** What is wrong with the value that was found, or null: it holds its key, its version, and whole words of both. */
    String wrong() {
        int at = inBlock ? Slots.VALUE : cursor.valueOffset();
        long version = inBlock ? cursor.blockVersion(bytes, 0) : cursor.version();
        return wrong(bytes, at, store.valueBytes(), key, version);
    }

    static String wrong(byte[] bytes, int at, int valueBytes, long key, long version) {
        for (int i = 0; i + Long.BYTES <= valueBytes; i += Long.BYTES) {
            long word = Bytes.getLong(bytes, at + i);
            if (word != word(key, version)) {
                return "word " + i / Long.BYTES + " of key " + key + ", version " + version + " is "
                        + Long.toHexString(word);
            }
        }
        return null;
    }

    static long word(long key, long version) {
        return key << 32 ^ version;
    }

    static byte[] value(RobinHoodStore store, long key, long version) {
        byte[] value = new byte[(store.valueBytes() + 7) / 8 * 8];
        for (int i = 0; i < value.length; i += Long.BYTES) {
            Bytes.putLong(value, i, word(key, version));
        }
        return value;
    }
}
