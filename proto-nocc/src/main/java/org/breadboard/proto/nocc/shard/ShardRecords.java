// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.durable.UndoLog;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * The records of one shard in a region: open addressing with linear probing, nothing is ever removed. A slot is five
 * words: the key with a bit that says that there is one, the version, the value in two words, and the client that holds
 * the lock, plus one. One thread; and recovery's beside it, which writes only records that it has locked.
 */
public final class ShardRecords {
    /** How the region is laid out. */
    public static final Layout LAYOUT = new Layout("nocc.records", 1);

    /** Answer of {@link #find}: there is no such record. */
    public static final long ABSENT = -1;

    /** How many bytes a slot takes. */
    static final int SLOT_BYTES = 5 * Long.BYTES;

    private static final int VERSION = Long.BYTES;
    private static final int VALUE = 2 * Long.BYTES;
    private static final int LOCK = 4 * Long.BYTES;
    private static final long PRESENT = 1L << 32;
    private static final int GOLDEN = 0x9E3779B9;

    private final Region region;
    /** What a change has overwritten; null where no machine may crash. */
    private final UndoLog undo;

    private final int mask;
    private final int shift;
    /** Where writes go: what a change that has begun writes is undone if it does not end. */
    private Region changing;

    /** The records in a region of {@link #regionBytes}. */
    public ShardRecords(Region region) {
        this(region, null);
    }

    /** The same; {@code undo} is the region's, or null where no machine may crash. */
    public ShardRecords(Region region, UndoLog undo) {
        this.region = region;
        this.undo = undo;
        changing = region;
        mask = Integer.highestOneBit((int) (region.sizeBytes() / SLOT_BYTES)) - 1;
        shift = Integer.numberOfLeadingZeros(mask);
    }

    /** How large a region for so many records is: at most three quarters of its slots are in use. */
    public static long regionBytes(int records) {
        return SLOT_BYTES * Long.highestOneBit(Math.max(8, 8L * records / 3));
    }

    /** Begins a change of records, in turn with those of other threads, of which a crash leaves all or nothing. */
    public void begin() {
        if (undo != null) {
            changing = undo.begin();
        }
    }

    /** Ends the change that has begun: it stays. */
    public void end() {
        if (undo != null) {
            changing = region;
            undo.end();
        }
    }

    /** What a copy is made of. */
    public List<Region> regions() {
        return undo == null ? List.of(region) : List.of(region, undo.region());
    }

    /** Adds a record that is not there yet. */
    public void insert(int key, byte[] value) {
        long address = slot(key);
        region.putLong(address, PRESENT | key & 0xffffffffL);
        region.write(address + VALUE, value, 0, Wire.VALUE_BYTES);
    }

    /** Where a record is, or {@link #ABSENT}. */
    public long find(int key) {
        long address = slot(key);
        return region.getLong(address) == 0 ? ABSENT : address;
    }

    private long slot(int key) {
        long tag = PRESENT | key & 0xffffffffL;
        int slot = key * GOLDEN >>> shift;
        while (true) {
            long address = (long) slot * SLOT_BYTES;
            long there = region.getLong(address);
            if (there == tag || there == 0) {
                return address;
            }
            slot = slot + 1 & mask;
        }
    }

    /** How often a record was written. */
    public long version(long address) {
        return region.getLong(address + VERSION);
    }

    /** Whether a record has this value. */
    public boolean holds(long address, byte[] value, int at) {
        return region.getLong(address + VALUE) == Bytes.getLong(value, at)
                && region.getLong(address + VALUE + Long.BYTES) == Bytes.getLong(value, at + Long.BYTES);
    }

    /** Whether a record has this value at this version, or a later version. */
    public boolean holds(long address, long version, byte[] value, int at) {
        return version(address) > version || version(address) == version && holds(address, value, at);
    }

    /** Copies a record's value. */
    public void read(long address, byte[] into, int at) {
        region.read(address + VALUE, into, at, Wire.VALUE_BYTES);
    }

    /** Writes a record and returns its new version. */
    public long write(long address, byte[] value, int at) {
        changing.write(address + VALUE, value, at, Wire.VALUE_BYTES);
        long version = version(address) + 1;
        changing.putLong(address + VERSION, version);
        return version;
    }

    /** Writes a record as of a version, unless it has that one or a later one. */
    public void write(long address, long version, byte[] value, int at) {
        if (version(address) < version) {
            changing.write(address + VALUE, value, at, Wire.VALUE_BYTES);
            changing.putLong(address + VERSION, version);
        }
    }

    /** Where the records lie. */
    public Region region() {
        return region;
    }

    /** How many bytes all slots take. */
    long sizeBytes() {
        return (mask + 1L) * SLOT_BYTES;
    }

    /** The client that holds the lock, plus one, or 0. */
    public long owner(long address) {
        return region.getLongAcquire(address + LOCK);
    }

    /** Sets who holds the lock. */
    public void owner(long address, long owner) {
        changing.putLongRelease(address + LOCK, owner);
    }

    /** Visits every record; not while anything changes. */
    public void forEach(Visitor visitor) {
        byte[] value = new byte[Wire.VALUE_BYTES];
        for (long slot = 0; slot <= mask; slot++) {
            long address = slot * SLOT_BYTES;
            long tag = region.getLong(address);
            if (tag != 0) {
                read(address, value, 0);
                visitor.record((int) tag, version(address), value);
            }
        }
    }

    /**
     * Visits the records that are locked; not while anything changes.
     *
     * @param everywhere whether all are looked at, or those that may have been written
     */
    public void forEachLocked(boolean everywhere, LockVisitor visitor) {
        LocksLeft.forEachWritten(region, everywhere, 0, SLOT_BYTES, mask + 1L, slot -> {
            long address = slot * SLOT_BYTES;
            if (owner(address) != 0) {
                visitor.locked((int) region.getLong(address), owner(address));
            }
        });
    }

    /** Told of each lock. */
    @FunctionalInterface
    public interface LockVisitor {
        /** A locked record, and the client that holds the lock, plus one. */
        void locked(int key, long owner);
    }

    /** Told of each record. */
    @FunctionalInterface
    public interface Visitor {
        /** A record; the array is reused. */
        void record(int key, long version, byte[] value);
    }
}
