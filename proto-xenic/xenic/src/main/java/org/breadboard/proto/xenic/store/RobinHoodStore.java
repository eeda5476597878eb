// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * The geometry of one Robin Hood table and what can be done with a region that is laid out so (Xenic 4.1.2).
 *
 * <p><b>Layout.</b> A preamble of 64 B (two pools, the writers' turn); for each segment its words: header, moves,
 * overflow link; the slots; the overflow buckets; the blocks of values that are too large to be moved. A key's home is
 * one of {@link #homes()} slots. It stands there, or fewer than {@link #limit()} slots behind it, or in an overflow
 * bucket of its home's segment. Neighbours in the table are in the order of their homes, which is what Robin Hood
 * insertion comes to, so a lookup may stop at an empty slot or at a record that belongs further on. A table that does
 * not swap places records first come, first served, as plain linear probing does; there a lookup stops at an empty slot
 * alone.
 *
 * <p><b>Concurrency.</b> One thread at a time inserts, deletes or writes values; any number read, with loads or by
 * device, and take no lock. A device copies in ascending order, lines one after another. The writer's three rules:
 *
 * <ol>
 *   <li>A change of one slot is bracketed by its header and trailer: a torn copy tells so, and is read again.
 *   <li>An insertion moves records upwards, from the free slot at the end back to the new record's place; a record is
 *       in its new slot before its old one is overwritten. An ascending reader meets it in one of them.
 *   <li>A deletion moves records downwards (backward shift) or out of an overflow bucket, where an ascending reader
 *       could miss them. Between the copy and the loss of the original, the <em>moves</em> word of the record's segment
 *       grows. Who finds no key and met a changed word looks again; who finds one need not ask.
 * </ol>
 *
 * The paper has rule 1 from transactional memory, and does not say what deletion does; rule 3 is ours.
 */
public final class RobinHoodStore implements Store {
    /**
     * The displacement limit of a table without one: far beyond any that occurs at occupancies of which a table is any
     * use.
     */
    public static final int NO_LIMIT_SLOTS = 4096;

    /** Bytes of a segment's words. */
    public static final int SEGMENT_BYTES = 24;

    static final long NOWHERE = -1;
    static final int MOVES = 8;
    static final int LINK = 16;

    private static final Layout INLINE = new Layout("xenic.robin-hood", 1);
    private static final Layout OUT_OF_LINE = new Layout("xenic.robin-hood.blocks", 1);
    private static final int OVERFLOW_POOL = 0;
    private static final int BLOCK_POOL = Pool.WORDS_BYTES;
    private static final int WRITER = 2 * Pool.WORDS_BYTES;
    private static final int PREAMBLE_BYTES = 64;

    final Slots slots;
    final Slots values;
    final Chains overflow;
    final Chains blocks;

    private final long homes;
    private final int limit;
    private final boolean limited;
    private final boolean swaps;
    private final int segmentSlots;
    private final int valueBytes;
    private final boolean inline;
    private final long slotsAt;
    private final RobinHoodInsertion insertion;
    private final RobinHoodRemoval removal;

    RobinHoodStore(
            long homes,
            int displacementLimit,
            int segmentSlots,
            int bucketSlots,
            int buckets,
            int valueBytes,
            boolean inline,
            boolean swaps,
            int firstNumber) {
        this.homes = homes;
        this.swaps = swaps;
        this.segmentSlots = segmentSlots;
        this.valueBytes = valueBytes;
        this.inline = inline;
        limited = displacementLimit > 0;
        limit = limited ? displacementLimit : NO_LIMIT_SLOTS;
        slots = new Slots(inline ? valueBytes : Long.BYTES, firstNumber);
        values = new Slots(valueBytes, firstNumber);
        long segmentsEnd = PREAMBLE_BYTES + (long) segments() * SEGMENT_BYTES;
        slotsAt = (segmentsEnd + Region.LINE_BYTES - 1) & -Region.LINE_BYTES;
        long overflowAt = slotsAt + tableSlots() * slots.slotBytes();
        overflow = new Chains(slots, bucketSlots, OVERFLOW_POOL, buckets, overflowAt);
        int blockCount = inline ? 0 : (int) (tableSlots() + (long) buckets * bucketSlots);
        blocks = new Chains(values, 1, BLOCK_POOL, blockCount, overflow.pool().endAt());
        insertion = new RobinHoodInsertion(this);
        removal = new RobinHoodRemoval(this);
    }

    @Override
    public Layout layout() {
        return inline ? INLINE : OUT_OF_LINE;
    }

    @Override
    public long regionBytes() {
        return blocks.pool().endAt();
    }

    @Override
    public void format(Region region) {
        for (long at = 0; at < PREAMBLE_BYTES; at += Long.BYTES) {
            region.putLong(at, 0);
        }
    }

    @Override
    public RobinHoodCursor cursor() {
        return new RobinHoodCursor(this);
    }

    @Override
    public long headerAddress(long key) {
        return segmentAddress(segmentOf(key));
    }

    @Override
    public long insert(Region region, long key) {
        return insertion.insert(region, key, 0, null, 0, Placements.NONE);
    }

    /**
     * Inserts a record with its version and value, so that no reader sees it without.
     *
     * @return as {@link #insert(Region, long)}
     */
    public long insert(Region region, long key, long version, byte[] value, int offset, Placements placements) {
        return insertion.insert(region, key, version, value, offset, placements);
    }

    @Override
    public boolean delete(Region region, long key) {
        return removal.delete(region, key);
    }

    /**
     * Removes a record for good as of {@code version}, which {@link RobinHoodCursor#absentVersion()} is then at least:
     * so that the versions of a key that comes back go on growing. The segment's header word keeps it.
     */
    public boolean delete(Region region, long key, long version) {
        long header = headerAddress(key);
        if (region.getLong(header) < version) {
            region.putLongRelease(header, version);
            region.storeFence();
        }
        return removal.delete(region, key);
    }

    /** Waits, spinning, until no other thread writes to the region; for protocols in which several may. */
    public void takeTurn(Region region) {
        boolean taken = false;
        while (!taken) {
            taken = region.getLongAcquire(WRITER) == 0 && region.compareAndSetLong(WRITER, 0, 1);
        }
    }

    /** Lets the next thread write that has called {@link #takeTurn}. */
    public void endTurn(Region region) {
        region.putLongRelease(WRITER, 0);
    }

    /**
     * Overwrites a record's value and version so that no reader takes a mixture for a record.
     *
     * @param valueAddress as a cursor or {@link #insert} gave it
     */
    public void update(Region region, long valueAddress, long version, byte[] value, int offset) {
        long slot = valueAddress - Slots.VALUE;
        values.put(region, slot, Slots.key(region, slot), version, value, offset, valueBytes);
    }

    /** The version of a record. */
    public static long version(Region region, long valueAddress) {
        return Slots.version(region.getLong(valueAddress - Slots.VALUE));
    }

    /** Looks a key up as the writer does, without regard for others: the value's address, or -1. */
    public long valueAddress(Region region, long key) {
        long slot = locate(region, key);
        return slot == NOWHERE ? NOWHERE : valueAddressOf(region, slot);
    }

    /** How far from its home a key stands: {@link #limit()} if in an overflow bucket, -1 if absent. */
    public int displacementOf(Region region, long key) {
        long position = position(region, key, homeOf(key));
        if (position >= 0) {
            return (int) (position - homeOf(key));
        }
        return overflow.find(region, segmentAddress(segmentOf(key)) + LINK, key) == NOWHERE ? -1 : limit;
    }

    /**
     * The highest displacement of the keys of a segment, and {@link #limit()} if it has an overflow bucket (Xenic
     * 4.1.3): what a NIC that knows all would hold. 0 for a segment without records.
     */
    public int knownDisplacement(Region region, int segment) {
        if (overflowAddress(region, segment) != 0) {
            return limit;
        }
        long first = (long) segment * segmentSlots;
        long end = Math.min(homes, first + segmentSlots);
        long highest = 0;
        for (long at = first; at < end - 1 + limit; at++) {
            long slot = slotAddress(at);
            if (!Slots.taken(region, slot)) {
                if (at >= end) {
                    break;
                }
                continue;
            }
            long home = homeOf(Slots.key(region, slot));
            if (swaps && home >= end) {
                break;
            }
            highest = home < first || home >= end ? highest : Math.max(highest, at - home);
        }
        return (int) highest;
    }

    /** Where the first overflow bucket of a segment begins, or 0 if it has none. */
    public long overflowAddress(Region region, int segment) {
        return overflow.bucket(region.getLong(segmentAddress(segment) + LINK));
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        if (!inline) {
            blocks.forEach(region, slot -> visit(region, slot, values.slotBytes(), visitor));
            return;
        }
        slots.forEachTaken(
                region, slotAddress(0), tableSlots(), visitor, slot -> visit(region, slot, slots.slotBytes(), visitor));
        overflow.forEach(region, slot -> visit(region, slot, slots.slotBytes(), visitor));
    }

    /** A record's version stands in its slot; the header word of its segment is of keys that are gone. */
    private void visit(Region region, long slot, int bytes, RecordVisitor visitor) {
        if (visitor.wants(slot, slot + bytes)) {
            long key = Slots.key(region, slot);
            visitor.record(key, headerAddress(key), slot + Slots.VALUE, valueBytes);
        }
    }

    /** How many slots are some key's home. */
    public long homes() {
        return homes;
    }

    /** Homes, and the slots behind the last one into which its keys can be displaced. */
    public long tableSlots() {
        return homes + limit - 1;
    }

    /**
     * D_m: how many slots, from its home on, a key can stand in; {@link #NO_LIMIT_SLOTS} for a table without a limit.
     */
    public int limit() {
        return limit;
    }

    /** Whether displacement was limited by a setting. */
    public boolean limited() {
        return limited;
    }

    /** How many segments there are. */
    public int segments() {
        return (int) ((homes + segmentSlots - 1) / segmentSlots);
    }

    /** The slot, counted from 0, in which a key is not displaced. */
    public long homeOf(long key) {
        return KeyHash.place(key, homes);
    }

    /** The segment of a key: that of its home. */
    public int segmentOf(long key) {
        return (int) (homeOf(key) / segmentSlots);
    }

    /** Where the words of a segment begin. */
    public long segmentAddress(int segment) {
        return PREAMBLE_BYTES + (long) segment * SEGMENT_BYTES;
    }

    /** Where a slot begins. */
    public long slotAddress(long slot) {
        return slotsAt + slot * slots.slotBytes();
    }

    /** Bytes of a slot. */
    public int slotBytes() {
        return slots.slotBytes();
    }

    /** Bytes of a value. */
    public int valueBytes() {
        return valueBytes;
    }

    /** Whether values stand in the table, or in blocks of their own that the table points to. */
    public boolean inline() {
        return inline;
    }

    /** How many overflow buckets are in use. The region must be quiet. */
    public long overflowBucketsInUse(Region region) {
        return overflow.pool().inUse(region);
    }

    long locate(Region region, long key) {
        long position = position(region, key, homeOf(key));
        return position >= 0
                ? slotAddress(position)
                : overflow.find(region, segmentAddress(segmentOf(key)) + LINK, key);
    }

    /** The place in the table of a key; if it is not there, -1 minus the place where it would have to be inserted. */
    long position(Region region, long key, long home) {
        for (long at = home; at < home + limit; at++) {
            long slot = slotAddress(at);
            if (!Slots.taken(region, slot)) {
                return -1 - at;
            }
            long resident = Slots.key(region, slot);
            if (resident == key) {
                return at;
            }
            if (isBehind(resident, home)) {
                return -1 - at;
            }
        }
        return -1 - (home + limit);
    }

    /** Whether whoever meets this record has passed the place of all that have that home. */
    boolean isBehind(long resident, long home) {
        return swaps && homeOf(resident) > home;
    }

    /** Whether an insertion moves records that are less displaced; else first come, first served. */
    boolean swaps() {
        return swaps;
    }

    /** The home of the record in a slot that is taken. */
    long homeAt(Region region, long position) {
        return homeOf(Slots.key(region, slotAddress(position)));
    }

    int segmentOfHome(long home) {
        return (int) (home / segmentSlots);
    }

    /** Where the value of the record in a slot stands. */
    long valueAddressOf(Region region, long slot) {
        return slot(slot, inline ? 0 : region.getLong(slot + Slots.VALUE)) + Slots.VALUE;
    }

    /** The slot with the value, given the table's slot and the pointer that it holds. */
    long slot(long slot, long pointer) {
        return inline ? slot : pointer;
    }
}
