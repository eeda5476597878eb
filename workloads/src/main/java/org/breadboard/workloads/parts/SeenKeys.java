package org.breadboard.workloads.parts;

/** Which of the numbers from 0 to {@code count} a check has seen, one bit each. One thread. */
public final class SeenKeys {
    private final long[] words;
    private final long count;
    private long seen;
    private boolean repeated;

    /** Nothing seen yet of {@code count} numbers. */
    public SeenKeys(long count) {
        this.count = count;
        words = new long[Math.toIntExact((count + Long.SIZE - 1) / Long.SIZE)];
    }

    /** Sees a number; false if it is out of range or was seen before. */
    public boolean add(long index) {
        if (index < 0 || index >= count) {
            return false;
        }
        long bit = 1L << index;
        int word = (int) (index >>> 6);
        if ((words[word] & bit) != 0) {
            repeated = true;
            return false;
        }
        words[word] |= bit;
        seen++;
        return true;
    }

    /** Whether a number was seen. */
    public boolean contains(long index) {
        return (words[(int) (index >>> 6)] & 1L << index) != 0;
    }

    /** Whether a number was seen twice. */
    public boolean repeated() {
        return repeated;
    }

    /** How many different numbers were seen. */
    public long size() {
        return seen;
    }

    /** The lowest number that was not seen, or -1. */
    public long firstMissing() {
        for (int i = 0; i < words.length && seen < count; i++) {
            if (words[i] != -1) {
                return ((long) i << 6) + Long.numberOfTrailingZeros(~words[i]);
            }
        }
        return -1;
    }
}
