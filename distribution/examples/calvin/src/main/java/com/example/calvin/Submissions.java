package com.example.calvin;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.table.TableCopies;

/**
 * What a node's threads have submitted since its sequencer has sealed an epoch, in memory that they share, and how many
 * epochs the node has put in order. An entry is a request for a lock: who asks, a header, and its place
 * ({@link AccessSet}).
 */
final class Submissions {
    static final int ENTRY_BYTES = Long.BYTES + AccessSet.ENTRY_BYTES;
    static final int HEADER = Long.BYTES;
    static final int PLACE = HEADER + Long.BYTES;

    // In front of the entries.
    private static final int LATCH = 0;
    private static final int USED_BYTES = 8;
    private static final int UNSEALED = 16;
    private static final int ORDERED = 24;
    private static final int ENTRIES = Region.LINE_BYTES;

    /** Requests of an epoch. */
    static final int ROOM = 4096;

    private static final int ROOM_BYTES = ROOM * ENTRY_BYTES;
    static final long REGION_BYTES = ENTRIES + ROOM_BYTES;

    private final Region region;
    private final TableCopies[] tables;
    private boolean began;
    private long epoch;

    Submissions(Region region, TableCopies[] tables) {
        this.region = region;
        this.tables = tables;
    }

    /**
     * Appends requests for the set in a call, for the call's number, as a whole: one for each header, since another one
     * might reach the lock table when the first was granted and has been removed.
     *
     * @return false if that is not possible now
     */
    boolean append(RecordCall call) {
        int mostBytes = call.valueBytes() / AccessSet.ENTRY_BYTES * ENTRY_BYTES;
        if (mostBytes > ROOM_BYTES) {
            throw new IllegalStateException("a transaction accesses more records than an epoch has room for");
        }
        if (!region.compareAndSetLong(LATCH, 0, 1)) {
            return false;
        }
        long used = region.getLong(USED_BYTES);
        boolean fits = used + mostBytes <= ROOM_BYTES;
        if (fits) {
            began = used == 0;
            epoch = region.getLong(UNSEALED);
            long begin = ENTRIES + used;
            region.putLong(USED_BYTES, append(call, false, begin, append(call, true, begin, begin)) - ENTRIES);
        }
        region.putLongRelease(LATCH, 0);
        return fits;
    }

    /** Those that are exclusive, or those that are not, behind others of the same call. */
    private long append(RecordCall call, boolean exclusive, long begin, long from) {
        long to = from;
        int end = call.valueAt() + call.valueBytes();
        for (int at = call.valueAt(); at < end; at += AccessSet.ENTRY_BYTES) {
            long place = Bytes.getLong(call.value(), at + Long.BYTES);
            long header = tables[AccessSet.table(place)].store().headerAddress(Bytes.getLong(call.value(), at));
            if (AccessSet.isExclusive(place) == exclusive && !isIn(begin, to, header, place)) {
                region.putLong(to, call.number());
                region.putLong(to + HEADER, header);
                region.putLong(to + PLACE, place);
                to += ENTRY_BYTES;
            }
        }
        return to;
    }

    private boolean isIn(long begin, long end, long header, long place) {
        for (long at = begin; at < end; at += ENTRY_BYTES) {
            if (region.getLong(at + HEADER) == header && AccessSet.isSame(region.getLong(at + PLACE), place)) {
                return true;
            }
        }
        return false;
    }

    /** The epoch that what was appended last belongs to. */
    long epoch() {
        return epoch;
    }

    /** Whether it was the first of its epoch. */
    boolean hasBegun() {
        return began;
    }

    boolean areEmpty() {
        return region.getLongAcquire(USED_BYTES) == 0;
    }

    /** Seals an epoch, and returns its entries. */
    byte[] seal() {
        while (!region.compareAndSetLong(LATCH, 0, 1)) {
            // Whoever appends is done in a moment.
        }
        byte[] entries = new byte[(int) region.getLong(USED_BYTES)];
        region.read(ENTRIES, entries, 0, entries.length);
        region.putLong(USED_BYTES, 0);
        region.getAndAddLong(UNSEALED, 1);
        region.putLongRelease(LATCH, 0);
        return entries;
    }

    /** All requests of so many epochs are in the node's lock table. */
    void order(long epochs) {
        region.putLongRelease(ORDERED, epochs);
    }

    boolean isOrdered(long ofEpoch) {
        return region.getLongAcquire(ORDERED) > ofEpoch;
    }
}
