package org.breadboard.platform.memory;

/**
 * Which pages of two regions of one size are not the very same, one bit each: where they are the same, the regions have
 * the same bytes, and neither wrote there since its image. Looked up once, for who asks of many stretches. Immutable.
 */
public final class PagesApart {
    private final long[] words;

    PagesApart(long[] words) {
        this.words = words;
    }

    /** Whether any of the pages of these bytes is not the same in both. */
    public boolean any(long from, long to) {
        long first = from >>> PagedRegion.PAGE_SHIFT;
        long last = (to - 1) >>> PagedRegion.PAGE_SHIFT;
        int word = (int) (first >>> 6);
        int lastWord = (int) (last >>> 6);
        // Bits below the first page are none of these, and bits above the last one.
        long bits = words[word] & -1L << first;
        for (; word < lastWord; bits = words[++word]) {
            if (bits != 0) {
                return true;
            }
        }
        return (bits & -1L >>> ~last) != 0;
    }
}
