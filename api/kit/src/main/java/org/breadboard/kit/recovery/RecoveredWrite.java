// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import org.breadboard.api.memory.Bytes;

/**
 * A write of a transaction that is being recovered. Immutable.
 *
 * @param table where it is
 * @param partition of the record
 * @param key of the record
 * @param version that the record has after it
 * @param deletes whether it removes the record
 * @param bytes the new value; empty if it deletes
 */
public record RecoveredWrite(int table, int partition, long key, long version, boolean deletes, byte[] bytes) {
    private static final int HEADER_BYTES = 32;
    private static final int DELETES = 1 << 31;

    /** How many bytes it takes in a message. */
    int encodedBytes() {
        return HEADER_BYTES + bytes.length;
    }

    /** Puts it into a message; gives where it ends. */
    int encode(byte[] into, int at) {
        Bytes.putInt(into, at, table);
        Bytes.putInt(into, at + 4, partition);
        Bytes.putLong(into, at + 8, key);
        Bytes.putLong(into, at + 16, version);
        Bytes.putInt(into, at + 24, bytes.length | (deletes ? DELETES : 0));
        System.arraycopy(bytes, 0, into, at + HEADER_BYTES, bytes.length);
        return at + encodedBytes();
    }

    /** Takes it out of a message. */
    static RecoveredWrite decode(byte[] from, int at) {
        int length = Bytes.getInt(from, at + 24);
        byte[] value = new byte[length & ~DELETES];
        System.arraycopy(from, at + HEADER_BYTES, value, 0, value.length);
        return new RecoveredWrite(
                Bytes.getInt(from, at),
                Bytes.getInt(from, at + 4),
                Bytes.getLong(from, at + 8),
                Bytes.getLong(from, at + 16),
                length < 0,
                value);
    }

    /** Whether it is the same write, whichever log it is from. */
    boolean isOf(RecoveredWrite other) {
        return table == other.table && key == other.key && version == other.version;
    }
}
