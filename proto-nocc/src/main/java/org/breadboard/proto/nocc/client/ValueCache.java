// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import java.util.Arrays;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * A client's own copy of what it has read, written or been told (NOCC 2 and 4): open addressing, it grows. One thread.
 */
final class ValueCache {
    static final int NONE = -1;

    private static final int GOLDEN = 0x9E3779B9;
    private static final byte FREE = 0;
    private static final byte KNOWN = 1;
    private static final byte ABSENT = 2;

    private int[] keys = new int[16];
    private byte[] states = new byte[16];
    private byte[] values = new byte[16 * Wire.VALUE_BYTES];
    private int[] versions = new int[16];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        Arrays.fill(states, FREE);
        size = 0;
    }

    /** Where a key is, or {@link #NONE}. */
    int find(int key) {
        int slot = slot(key);
        return states[slot] == FREE ? NONE : slot;
    }

    /** Whether the store has no record of the key in a slot. */
    boolean isAbsent(int slot) {
        return states[slot] == ABSENT;
    }

    byte[] values() {
        return values;
    }

    int valueAt(int slot) {
        return slot * Wire.VALUE_BYTES;
    }

    /** The version that came with the value, 0 if none did. */
    long version(int slot) {
        return Integer.toUnsignedLong(versions[slot]);
    }

    void put(int key, byte[] from, int at, int version) {
        int slot = take(key, KNOWN);
        versions[slot] = version;
        System.arraycopy(from, at, values, slot * Wire.VALUE_BYTES, Wire.VALUE_BYTES);
    }

    /** The store has no such record. */
    void putAbsent(int key) {
        take(key, ABSENT);
    }

    /**
     * Takes over what an answer says.
     *
     * @param fromStore whether a store has made it: alone a store knows that there is no record
     */
    void take(OpList answer, boolean fromStore) {
        for (int op = 0; op < answer.count(); op++) {
            int type = answer.type(op);
            if (type == Wire.VALUE || type == Wire.UPDATED) {
                put(answer.key(op), answer.values(), answer.valueAt(op), answer.version(op));
            } else if (type == Wire.NOP && fromStore) {
                putAbsent(answer.key(op));
            }
        }
    }

    private int take(int key, byte state) {
        int slot = slot(key);
        if (states[slot] == FREE) {
            if (2 * (size + 1) > keys.length) {
                grow();
                slot = slot(key);
            }
            size++;
            keys[slot] = key;
        }
        states[slot] = state;
        return slot;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = key * GOLDEN >>> 7 & mask;
        while (states[slot] != FREE && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        byte[] oldStates = states;
        byte[] oldValues = values;
        int[] oldVersions = versions;
        keys = new int[2 * oldKeys.length];
        states = new byte[keys.length];
        values = new byte[keys.length * Wire.VALUE_BYTES];
        versions = new int[keys.length];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldStates[old] != FREE) {
                int slot = slot(oldKeys[old]);
                keys[slot] = oldKeys[old];
                states[slot] = oldStates[old];
                versions[slot] = oldVersions[old];
                System.arraycopy(oldValues, old * Wire.VALUE_BYTES, values, slot * Wire.VALUE_BYTES, Wire.VALUE_BYTES);
            }
        }
    }
}
