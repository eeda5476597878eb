// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import org.breadboard.api.memory.Bytes;

/**
 * The operations of one request or answer, over all its packets: at most {@link #CAPACITY}. Reused; one thread at a
 * time.
 */
public final class OpList {
    /** The most operations of a transaction at one store. */
    public static final int CAPACITY = Wire.MAX_OPS * Wire.MAX_FRAGMENTS;

    /** Answer of {@link #find}: there is none. */
    public static final int NONE = -1;

    private final byte[] types = new byte[CAPACITY];
    private final int[] keys = new int[CAPACITY];
    private final byte[] values = new byte[CAPACITY * Wire.VALUE_BYTES];
    private final int[] versions = new int[CAPACITY];
    private int count;

    /** An empty list. */
    public OpList() {}

    /** Empties it. */
    public void clear() {
        count = 0;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** How many of a type there are. */
    public int count(int type) {
        int found = 0;
        for (int op = 0; op < count; op++) {
            found += types[op] == type ? 1 : 0;
        }
        return found;
    }

    /** Whether no other fits. */
    public boolean isFull() {
        return count == CAPACITY;
    }

    /** Adds an operation with a value of zeros and returns its index; there must be room. */
    public int add(int type, int key) {
        int op = count++;
        types[op] = (byte) type;
        keys[op] = key;
        versions[op] = 0;
        Bytes.putLong(values, valueAt(op), 0);
        Bytes.putLong(values, valueAt(op) + Long.BYTES, 0);
        return op;
    }

    /** Adds an operation with a value. */
    public int add(int type, int key, byte[] from, int at, int lengthBytes) {
        int op = add(type, key);
        System.arraycopy(from, at, values, valueAt(op), lengthBytes);
        return op;
    }

    /** Puts another value into an operation, shorter than 16 B or not. */
    public void value(int op, byte[] from, int at, int lengthBytes) {
        System.arraycopy(from, at, values, valueAt(op), lengthBytes);
    }

    /** The first operation of a type on a key, or {@link #NONE}. */
    public int find(int type, int key) {
        for (int op = 0; op < count; op++) {
            if (keys[op] == key && types[op] == type) {
                return op;
            }
        }
        return NONE;
    }

    /** The first operation of a type, or {@link #NONE}. */
    public int first(int type) {
        for (int op = 0; op < count; op++) {
            if (types[op] == type) {
                return op;
            }
        }
        return NONE;
    }

    /** The type. */
    public int type(int op) {
        return types[op];
    }

    /** The key. */
    public int key(int op) {
        return keys[op];
    }

    /** The version, modulo 2³²; 0 if nobody said one. */
    public int version(int op) {
        return versions[op];
    }

    /** Says the version of what is there, of which the lowest 32 bits count. */
    public void version(int op, long version) {
        versions[op] = (int) version;
    }

    /** All values; that of an operation begins at {@link #valueAt}. */
    public byte[] values() {
        return values;
    }

    /** Where the value of an operation begins in {@link #values}. */
    public int valueAt(int op) {
        return op * Wire.VALUE_BYTES;
    }

    /** Makes every operation of type {@code from} one of type {@code to}, and leaves the others out. */
    public void only(int from, int to) {
        int kept = 0;
        for (int op = 0; op < count; op++) {
            if (types[op] == from) {
                types[kept] = (byte) to;
                versions[kept] = versions[op];
                keys[kept++] = keys[op];
            }
        }
        count = kept;
    }

    /** How many packets it takes, at least 1. */
    public int fragments() {
        return Math.max(1, (count + Wire.MAX_OPS - 1) / Wire.MAX_OPS);
    }

    /** Copies another list. */
    public void copyOf(OpList other) {
        count = other.count;
        System.arraycopy(other.types, 0, types, 0, count);
        System.arraycopy(other.keys, 0, keys, 0, count);
        System.arraycopy(other.versions, 0, versions, 0, count);
        System.arraycopy(other.values, 0, values, 0, count * Wire.VALUE_BYTES);
    }

    /** Writes one of its packets and returns the packet's length in bytes. */
    public int encode(WireFormat format, byte[] bytes, int flags, int client, int request, int status, int fragment) {
        int first = fragment * Wire.MAX_OPS;
        int ops = Math.min(Wire.MAX_OPS, count - first);
        Wire.header(bytes, flags, client, request, status, ops);
        Wire.fragment(bytes, fragment, fragments());
        for (int op = 0; op < ops; op++) {
            int from = first + op;
            format.op(bytes, op, types[from], keys[from], values, valueAt(from), versions[from]);
        }
        return format.lengthBytes(ops);
    }

    /**
     * Takes the operations of one packet, to the place that its fragment number says; {@link WireFormat#check} has
     * found it well.
     */
    void decode(WireFormat format, byte[] bytes) {
        int first = Wire.fragment(bytes) * Wire.MAX_OPS;
        int ops = Wire.ops(bytes);
        for (int op = 0; op < ops; op++) {
            types[first + op] = (byte) format.opType(bytes, op);
            keys[first + op] = format.opKey(bytes, op);
            versions[first + op] = format.opVersion(bytes, op);
            System.arraycopy(bytes, format.opValueAt(op), values, valueAt(first + op), Wire.VALUE_BYTES);
        }
        count = Math.max(count, first + ops);
    }
}
