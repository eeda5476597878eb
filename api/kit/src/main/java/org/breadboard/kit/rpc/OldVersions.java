// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.memory.Region;

/**
 * What records were before they were overwritten, for who reads the state of an instant that is past: a ring of a node,
 * of which each newer version takes the room of the oldest one. Versions of records under one header form a chain from
 * the newest on. A version that its reader needs, and that is gone, is told as such ("snapshot too old").
 *
 * <p>Stamps are instants as {@link org.breadboard.api.txn.Transaction#snapshot} has them, and a header has the one of
 * its last write. Whoever adds a version has locked the header; any thread may look meanwhile. An object of this class
 * is one thread's view; all of a node share the region.
 */
public final class OldVersions {
    private static final int HEADS = Region.LINE_BYTES;

    // An entry: which addition it was (from 1 on), the header, the key, stamps, the next older one, and the value.
    private static final int PLACE = 8;
    private static final int HEADER = 16;
    private static final int KEY = 24;
    private static final int BEFORE = 32;
    private static final int OLDER = 40;
    private static final int LENGTH = 48;
    private static final int VALUE = 56;

    private final Region region;
    private final long begin;
    private final int slots;
    private final int entryBytes;
    private final byte[] value;

    private long stamp;
    private int length;
    private int steps;

    /** What {@link #find} has found of a record. */
    public enum Found {
        /** It has not been written since. */
        CURRENT,
        /** It was written since; {@link #value} is what it was. */
        OLDER,
        /** It has come since. */
        ABSENT,
        /** What it was is not kept any more. */
        GONE
    }

    /**
     * A view of {@link #regionBytes}, for the same numbers, of a node's region.
     *
     * @param begin where they begin; all zero at first
     */
    public OldVersions(Region region, long begin, int slots, int valueBytes) {
        this.region = region;
        this.begin = begin;
        this.slots = slots;
        entryBytes = entryBytes(valueBytes);
        value = new byte[valueBytes];
    }

    /**
     * How large a region is.
     *
     * @param slots how many versions it keeps
     * @param valueBytes the longest value
     */
    public static long regionBytes(int slots, int valueBytes) {
        return HEADS + (long) slots * (Long.BYTES + entryBytes(valueBytes));
    }

    private static int entryBytes(int valueBytes) {
        return VALUE + (valueBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    private long head(long place, long header) {
        long mixed = (header ^ place * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return begin + HEADS + Math.floorMod(mixed ^ mixed >>> 32, slots) * (long) Long.BYTES;
    }

    private long entry(long number) {
        return begin + HEADS + (long) slots * Long.BYTES + (number - 1) % slots * entryBytes;
    }

    private static long place(int table, int partition) {
        return (long) table << Integer.SIZE | partition;
    }

    /**
     * Adds what a record was.
     *
     * @param header where its header stands in the region of its partition
     * @param before the stamp of the header until then; of further records that one transaction writes under it, the
     *     one that the header gets
     * @param from has the value
     * @param address where it begins, or -1 if there was no record
     */
    public void add(
            int table, int partition, long header, long key, long before, Region from, long address, int lengthBytes) {
        long number = region.getAndAddLong(begin, 1) + 1;
        long at = entry(number);
        region.putLongRelease(at, 0);
        region.storeFence();
        region.putLong(at + PLACE, place(table, partition));
        region.putLong(at + HEADER, header);
        region.putLong(at + KEY, key);
        region.putLong(at + BEFORE, before);
        region.putLong(at + LENGTH, address < 0 ? -1 : lengthBytes);
        if (address >= 0) {
            from.read(address, value, 0, lengthBytes);
            region.write(at + VALUE, value, 0, lengthBytes);
        }
        region.putLongRelease(at, number);
        long head = head(place(table, partition), header);
        long older;
        do {
            older = region.getLongAcquire(head);
            region.putLong(at + OLDER, older);
        } while (!region.compareAndSetLong(head, older, number));
    }

    /**
     * Looks for what a record was at an instant, at which its header had another stamp than now.
     *
     * @return what it was; then {@link #stamp} is what its header had, unless that is {@link Found#GONE}
     */
    public Found find(int table, int partition, long header, long key, long instant) {
        Found found = Found.CURRENT;
        steps = 0;
        long number = region.getLongAcquire(head(place(table, partition), header));
        while (number != 0) {
            long at = entry(number);
            steps++;
            boolean here = region.getLongAcquire(at) == number
                    && region.getLong(at + PLACE) == place(table, partition)
                    && region.getLong(at + HEADER) == header;
            long before = region.getLong(at + BEFORE);
            long older = region.getLong(at + OLDER);
            if (here && region.getLong(at + KEY) == key) {
                length = (int) region.getLong(at + LENGTH);
                found = length < 0 ? Found.ABSENT : Found.OLDER;
                if (length >= 0 && length <= value.length) {
                    region.read(at + VALUE, value, 0, length);
                }
            }
            region.loadFence();
            if (region.getLongAcquire(at) != number) {
                return Found.GONE;
            }
            if (here && before <= instant) {
                stamp = before;
                return found;
            }
            number = older;
        }
        return Found.GONE;
    }

    /** The stamp of the header at the instant that was looked for. */
    public long stamp() {
        return stamp;
    }

    /** The value that was found, from the array's beginning on, until the next call. */
    public byte[] value() {
        return value;
    }

    /** How long it is. */
    public int valueBytes() {
        return length;
    }

    /** How many versions the last search has looked at. */
    public int steps() {
        return steps;
    }
}
