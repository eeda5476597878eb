package com.example.cachingnic;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;

/**
 * The NIC's memory: slots, each of which holds a record. A record has one slot that it may be in (the cache is
 * direct-mapped), so the last of those that share one is there. One thread.
 *
 * <p>A slot has key, version, table and 1 (4 B; 0 if it is empty), the value's length (4 B), and the value.
 */
final class CacheSlots {
    static final Layout LAYOUT = new Layout("caching-nic.slots", 1);
    /** What a slot has beside the value. */
    static final int VALUE = 24;

    private static final int VERSION = 8;
    private static final int TABLE = 16;

    private final Region region;
    private final int slotBytes;

    /** Empty, whatever the region held: a NIC is reset when its driver starts. */
    CacheSlots(Region region, int slotBytes) {
        this.region = region;
        this.slotBytes = slotBytes;
        for (long at = region.nextWritten(0); at < region.sizeBytes(); at = region.nextWritten(at + Long.BYTES)) {
            region.putLong(at, 0);
        }
    }

    /** Copies version and value of a record; returns how many bytes that are, 0 if it is not there. */
    int look(int table, long key, byte[] target) {
        long slot = slot(table, key);
        if (!holds(slot, table, key)) {
            return 0;
        }
        int bytes = Long.BYTES + (int) (region.getLong(slot + TABLE) >>> 32);
        region.read(slot + VERSION, target, 0, Long.BYTES);
        region.read(slot + VALUE, target, Long.BYTES, bytes - Long.BYTES);
        return bytes;
    }

    /** Keeps a record, unless a later version is there; returns whether another one had to go. */
    boolean put(int table, long key, long version, byte[] value, int at, int lengthBytes) {
        long slot = slot(table, key);
        boolean held = holds(slot, table, key);
        if (held && region.getLong(slot + VERSION) > version) {
            return false;
        }
        boolean evicts = !held && region.getLong(slot + TABLE) != 0;
        region.putLong(slot, key);
        region.putLong(slot + VERSION, version);
        region.putLong(slot + TABLE, table + 1 | (long) lengthBytes << 32);
        region.write(slot + VALUE, value, at, lengthBytes);
        return evicts;
    }

    private boolean holds(long slot, int table, long key) {
        return (int) region.getLong(slot + TABLE) == table + 1 && region.getLong(slot) == key;
    }

    private long slot(int table, long key) {
        long mixed = (key * 31 + table) * 0x9e3779b97f4a7c15L;
        return (mixed >>> 20) % (region.sizeBytes() / slotBytes) * slotBytes;
    }
}
