// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import java.util.function.LongConsumer;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * Slots of one size and what a copy of one tells: {@code header | key | value | trailer}, words of 8 B.
 *
 * <p>The header holds the record's version (47 bits), the slot's sequence number (16 bits) and whether the slot is
 * taken (the lowest bit). Every change first stores the new header's word in the trailer, then the content, and the
 * header last. A reader that copies in ascending order, which is how devices copy lines, therefore holds one record's
 * bytes if header and trailer are equal, and a torn copy otherwise. This stands for the XBEGIN and XEND of Xenic 4.1.2:
 * there the change is aborted and retried when a DMA read overlapped, here the read is retried; either way nobody uses
 * a mixture. A version travels with its record, a sequence number stays with its slot, so no two contents of a slot
 * look alike before 65,536 changes.
 */
final class Slots {
    static final int HEADER = 0;
    static final int KEY = 8;
    static final int VALUE = 16;

    private static final long TAKEN = 1;
    private static final long SEQUENCE_ONE = 2;
    private static final long SEQUENCE_MASK = 0x1fffe;
    private static final int VERSION_SHIFT = 17;

    /** As many slots are asked for together: where few were written, most are not looked at. */
    private static final int STRETCH = 8;

    private final int slotBytes;
    private final int trailer;
    private final long first;

    /** Slots of zeros, whose sequence numbers begin with the low bits of {@code firstNumber}. */
    Slots(int valueBytes, int firstNumber) {
        first = firstNumber * SEQUENCE_ONE & SEQUENCE_MASK;
        trailer = VALUE + ((valueBytes + 7) & ~7);
        slotBytes = trailer + Long.BYTES;
    }

    int slotBytes() {
        return slotBytes;
    }

    static boolean taken(long header) {
        return (header & TAKEN) != 0;
    }

    static long version(long header) {
        return header >>> VERSION_SHIFT;
    }

    static boolean taken(Region region, long slot) {
        return taken(region.getLong(slot));
    }

    static long key(Region region, long slot) {
        return region.getLong(slot + KEY);
    }

    /**
     * Shows the slots that are taken among {@code count} in a row from {@code first} on; of a stretch that the visitor
     * does not want, none is looked at.
     */
    void forEachTaken(Region region, long first, long count, Store.RecordVisitor visitor, LongConsumer taken) {
        long end = first + count * slotBytes;
        for (long from = first; from < end; from += (long) STRETCH * slotBytes) {
            long to = Math.min(end, from + (long) STRETCH * slotBytes);
            if (visitor.wants(from, to)) {
                for (long slot = from; slot < to; slot += slotBytes) {
                    if (taken(region, slot)) {
                        taken.accept(slot);
                    }
                }
            }
        }
    }

    /** Whether the bytes of a slot, copied in ascending order, are of one record. */
    boolean whole(byte[] bytes, int at) {
        return Bytes.getLong(bytes, at) == Bytes.getLong(bytes, at + trailer);
    }

    /**
     * Whether a slot still is as it was when its header was loaded with acquire; earlier loads of its content then
     * hold.
     */
    boolean unchanged(Region region, long slot, long header) {
        region.loadFence();
        return region.getLong(slot + trailer) == header && region.getLong(slot) == header;
    }

    /** Begins a change: from here on a copy is torn. Returns the header that {@link #close} will store. */
    long open(Region region, long slot, long version) {
        long header = version << VERSION_SHIFT | next(region, slot) | TAKEN;
        region.putLong(slot + trailer, header);
        region.storeFence();
        return header;
    }

    /** The sequence number of a change. What was never changed is all zeros, and nothing else is. */
    private long next(Region region, long slot) {
        long header = region.getLong(slot);
        return (header == 0 ? first : header) + SEQUENCE_ONE & SEQUENCE_MASK;
    }

    /** Ends a change. */
    static void close(Region region, long slot, long header) {
        region.putLongRelease(slot, header);
    }

    /** Makes a slot hold a record with these bytes; with {@code null} the value's bytes stay what they are. */
    void put(Region region, long slot, long key, long version, byte[] value, int offset, int lengthBytes) {
        long header = open(region, slot, version);
        region.putLong(slot + KEY, key);
        if (value != null) {
            region.write(slot + VALUE, value, offset, lengthBytes);
        }
        close(region, slot, header);
    }

    /** As {@link #put}, with a value of one word. */
    void putWord(Region region, long slot, long key, long word) {
        long header = open(region, slot, 0);
        region.putLong(slot + KEY, key);
        region.putLong(slot + VALUE, word);
        close(region, slot, header);
    }

    /** Copies a record over whatever the slot {@code to} holds; it is in both afterwards. */
    void copy(Region region, long from, long to) {
        long header = open(region, to, version(region.getLong(from)));
        for (int at = KEY; at < trailer; at += Long.BYTES) {
            region.putLong(to + at, region.getLong(from + at));
        }
        close(region, to, header);
    }

    /** Empties a slot, which does not look like one that was never changed. */
    void clear(Region region, long slot) {
        long header = Math.max(next(region, slot), SEQUENCE_ONE);
        region.putLong(slot + trailer, header);
        region.storeFence();
        region.putLongRelease(slot, header);
    }
}
