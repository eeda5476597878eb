// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LocksLeft;

/**
 * The record of HADES Fig. 1. Line 0 begins with the word of version and lock and the word of incarnation and
 * existence; each further line begins with the version that it was written with. A copy whose lines do not all have the
 * header's version, or whose header is locked, may be torn.
 *
 * <p>A writer holds the lock while it writes lines, and unlocks with the new version after all of them. Devices and
 * caches copy whole lines, so who meets a change in the middle of its copy finds two versions, or the lock.
 */
public final class AugmentedFormat extends RecordFormat {
    /** Where the incarnation word stands in a slot; the header word is at 0. */
    public static final int INCARNATION_OFFSET = Long.BYTES;

    private static final int FIRST_HEADER_BYTES = 2 * Long.BYTES;
    private static final int LINE_HEADER_BYTES = Long.BYTES;
    private static final int FIRST_LINE_VALUE_BYTES = LINE_BYTES - FIRST_HEADER_BYTES;
    private static final int LINE_VALUE_BYTES = LINE_BYTES - LINE_HEADER_BYTES;

    private static final long LOCKED = 1;
    private static final long EXISTS = 1;

    AugmentedFormat(int valueBytes) {
        super(
                valueBytes,
                1 + Math.max(0, valueBytes - FIRST_LINE_VALUE_BYTES + LINE_VALUE_BYTES - 1) / LINE_VALUE_BYTES);
    }

    @Override
    public Layout layout() {
        return new Layout("hades.augmented." + slotBytes(), 1);
    }

    @Override
    public int slotOffset(int valueOffset) {
        if (valueOffset < FIRST_LINE_VALUE_BYTES) {
            return FIRST_HEADER_BYTES + valueOffset;
        }
        int behind = valueOffset - FIRST_LINE_VALUE_BYTES;
        return (1 + behind / LINE_VALUE_BYTES) * LINE_BYTES + LINE_HEADER_BYTES + behind % LINE_VALUE_BYTES;
    }

    @Override
    int existsOffset() {
        return INCARNATION_OFFSET;
    }

    @Override
    public void decode(byte[] slot, int at, int valueOffset, int lengthBytes, byte[] value, int valueAt) {
        int done = 0;
        while (done < lengthBytes) {
            int from = slotOffset(valueOffset + done);
            int piece = Math.min(lengthBytes - done, LINE_BYTES - from % LINE_BYTES);
            System.arraycopy(slot, at + from, value, valueAt + done, piece);
            done += piece;
        }
    }

    @Override
    public void encode(byte[] value, int valueAt, int valueOffset, int lengthBytes, byte[] slot, int at) {
        int done = 0;
        while (done < lengthBytes) {
            int to = slotOffset(valueOffset + done);
            int piece = Math.min(lengthBytes - done, LINE_BYTES - to % LINE_BYTES);
            System.arraycopy(value, valueAt + done, slot, at + to, piece);
            done += piece;
        }
    }

    @Override
    public void putExists(boolean exists, byte[] slot, int at) {
        Bytes.putLong(slot, at + INCARNATION_OFFSET, nextIncarnation(incarnation(slot, at), exists));
    }

    /**
     * How many of a region's records are locked. For checks, when all is quiet.
     *
     * @param everywhere whether all are looked at, or those that may have been written
     */
    public long locked(Region region, boolean everywhere) {
        long[] locked = {0};
        long slots = region.sizeBytes() / slotBytes();
        LocksLeft.forEachWritten(region, everywhere, 0, slotBytes(), slots, slot -> {
            locked[0] += isLocked(region.getLongAcquire(slot * slotBytes())) ? 1 : 0;
        });
        return locked[0];
    }

    // The header.

    /** The header word of an unlocked record. */
    public static long word(long version) {
        return version << 1;
    }

    /** The same version, locked. */
    public static long locked(long word) {
        return word | LOCKED;
    }

    /** Whether somebody holds the record's lock. */
    public static boolean isLocked(long word) {
        return (word & LOCKED) != 0;
    }

    /** The version in a header word, locked or not. */
    public static long version(long word) {
        return word >>> 1;
    }

    /** The header word of a slot. */
    public static long header(byte[] slot, int at) {
        return Bytes.getLong(slot, at);
    }

    /** The incarnation word of a slot. */
    public static long incarnation(byte[] slot, int at) {
        return Bytes.getLong(slot, at + INCARNATION_OFFSET);
    }

    /**
     * The incarnation word that follows {@code before} when a record is written, or freed: it counts how often one was
     * made here.
     */
    public static long nextIncarnation(long before, boolean exists) {
        boolean existed = (before & EXISTS) != 0;
        if (existed == exists) {
            return before;
        }
        return exists ? (before | EXISTS) + 2 : before & ~EXISTS;
    }

    // Versions of lines.

    /** Writes a version, unlocked, and an incarnation word into the header and the version into every line. */
    public void putVersions(long version, long incarnation, byte[] slot, int at) {
        Bytes.putLong(slot, at, word(version));
        Bytes.putLong(slot, at + INCARNATION_OFFSET, incarnation);
        for (int line = 1; line < lines(); line++) {
            putLineVersion(version, line, slot, at);
        }
    }

    /** Writes the version of one line, 1 or more. */
    public void putLineVersion(long version, int line, byte[] slot, int at) {
        Bytes.putLong(slot, at + line * LINE_BYTES, version);
    }

    /** The version of one line, 1 or more. */
    public long lineVersion(int line, byte[] slot, int at) {
        return Bytes.getLong(slot, at + line * LINE_BYTES);
    }

    /** Whether a copy is that of one moment: unlocked, and all lines of one version. */
    public boolean isAtomic(byte[] slot, int at) {
        return !isLocked(header(slot, at)) && isOfOneVersion(slot, at);
    }

    /** Whether all lines of a slot are of one version. */
    public boolean isOfOneVersion(byte[] slot, int at) {
        long version = version(header(slot, at));
        boolean same = true;
        for (int line = 1; line < lines() && same; line++) {
            same = lineVersion(line, slot, at) == version;
        }
        return same;
    }
}
