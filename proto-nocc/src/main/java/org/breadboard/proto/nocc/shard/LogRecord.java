// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * What a request that took effect at a store has to leave in its log, in a run whose machines may crash: whose it was,
 * and each record that it wrote, or only compared and locked, with the version that the record has thereafter. Reused;
 * one thread.
 */
public final class LogRecord {
    /** What a request did. */
    public enum Kind {
        /** It wrote. */
        DONE,
        /** It locked, to write what it says if that is decided. */
        PREPARED,
        /** What the client had prepared is written; nothing else is said. */
        DECIDED
    }

    private final int[] keys = new int[OpList.CAPACITY];
    private final boolean[] written = new boolean[OpList.CAPACITY];
    private final long[] versions = new long[OpList.CAPACITY];
    private final byte[] values = new byte[OpList.CAPACITY * Wire.VALUE_BYTES];
    private Kind kind = Kind.DONE;
    private int client;
    private long id;
    private int wanted;
    private int count;

    /** A record of nothing. */
    public LogRecord() {}

    /**
     * Begins one.
     *
     * @param number of the transaction among those of the client, which grows with each that takes effect
     */
    public void begin(Kind ofKind, int ofClient, long number) {
        kind = ofKind;
        client = ofClient;
        id = number;
        wanted = 0;
        count = 0;
    }

    /** Says how many records the transaction has in all, at all stores. */
    public void wanted(int records) {
        wanted = records;
    }

    /** Adds a record. */
    public void add(int key, boolean isWritten, long version, byte[] value, int at) {
        keys[count] = key;
        written[count] = isWritten;
        versions[count] = version;
        System.arraycopy(value, at, values, valueAt(count++), Wire.VALUE_BYTES);
    }

    /** Whether a record is there. */
    public boolean has(int key) {
        for (int i = 0; i < count; i++) {
            if (keys[i] == key) {
                return true;
            }
        }
        return false;
    }

    /** What the request did. */
    public Kind kind() {
        return kind;
    }

    /** Whose it was. */
    public int client() {
        return client;
    }

    /** The transaction's number among those of its client. */
    public long id() {
        return id;
    }

    /** How many records the transaction has in all. */
    public int wanted() {
        return wanted;
    }

    /** How many records are here. */
    public int count() {
        return count;
    }

    /** The name of a record. */
    public int key(int i) {
        return keys[i];
    }

    /** Whether it is written, and not only compared. */
    public boolean isWritten(int i) {
        return written[i];
    }

    /** The version that it has thereafter. */
    public long version(int i) {
        return versions[i];
    }

    /** All values; that of a record begins at {@link #valueAt}. */
    public byte[] values() {
        return values;
    }

    /** Where the value of a record begins in {@link #values}. */
    public int valueAt(int i) {
        return i * Wire.VALUE_BYTES;
    }

    /** Writes what is written to those records that are there and have not got it yet. */
    public void apply(Shards to) {
        for (int i = 0; i < count; i++) {
            long address = written[i] ? to.find(keys[i]) : ShardRecords.ABSENT;
            if (address != ShardRecords.ABSENT) {
                to.write(address, versions[i], values, valueAt(i));
            }
        }
    }
}
