// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

/**
 * Several shards, looked at as one: those that a store serves, or its copies of another one's. While no machine is
 * lost, a store serves one shard. An address says the shard, and where in it. One thread.
 */
public final class Shards {
    private static final int SHARD_SHIFT = 48;
    private static final long ADDRESS_MASK = (1L << SHARD_SHIFT) - 1;

    private final ShardRecords[] shards;

    /** Of these shards, which have no record in common. */
    public Shards(ShardRecords... shards) {
        this.shards = shards.clone();
    }

    /** Begins a change of any of the shards ({@link ShardRecords#begin}). */
    public void begin() {
        for (ShardRecords shard : shards) {
            shard.begin();
        }
    }

    /** Ends it. */
    public void end() {
        for (ShardRecords shard : shards) {
            shard.end();
        }
    }

    /** Where a record is, or {@link ShardRecords#ABSENT}. */
    public long find(int key) {
        for (int shard = 0; shard < shards.length; shard++) {
            long address = shards[shard].find(key);
            if (address != ShardRecords.ABSENT) {
                return (long) shard << SHARD_SHIFT | address;
            }
        }
        return ShardRecords.ABSENT;
    }

    private ShardRecords shard(long address) {
        return shards[(int) (address >>> SHARD_SHIFT)];
    }

    /** How often a record was written. */
    public long version(long address) {
        return shard(address).version(address & ADDRESS_MASK);
    }

    /** Whether a record has this value. */
    public boolean holds(long address, byte[] value, int at) {
        return shard(address).holds(address & ADDRESS_MASK, value, at);
    }

    /** Copies a record's value. */
    public void read(long address, byte[] into, int at) {
        shard(address).read(address & ADDRESS_MASK, into, at);
    }

    /** Writes a record and returns its new version. */
    public long write(long address, byte[] value, int at) {
        return shard(address).write(address & ADDRESS_MASK, value, at);
    }

    /** Writes a record as of a version, unless it has that one or a later one. */
    public void write(long address, long version, byte[] value, int at) {
        shard(address).write(address & ADDRESS_MASK, version, value, at);
    }

    /** The client that holds the lock, plus one, or 0. */
    public long owner(long address) {
        return shard(address).owner(address & ADDRESS_MASK);
    }

    /** Sets who holds the lock. */
    public void owner(long address, long owner) {
        shard(address).owner(address & ADDRESS_MASK, owner);
    }
}
