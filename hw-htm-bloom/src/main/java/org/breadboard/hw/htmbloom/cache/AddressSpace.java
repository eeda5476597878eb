// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;

/**
 * The lines of one node: each mapped region has some of its own, one after another. Built by one thread, then
 * immutable.
 */
public final class AddressSpace {
    /** Lines are numbered by 31 bits, so that a tag is an int: 128 GB. */
    private static final long MOST_LINES = Integer.MAX_VALUE;

    private final int node;
    private Region[] regions = new Region[0];
    private long[] firstLines = new long[0];
    private long lines;

    /**
     * An empty one.
     *
     * @param node for errors
     */
    public AddressSpace(int node) {
        this.node = node;
    }

    /** Gives a region lines, unless it has some. */
    public void map(Region region) {
        if (find(region) >= 0) {
            return;
        }
        regions = Arrays.copyOf(regions, regions.length + 1);
        firstLines = Arrays.copyOf(firstLines, firstLines.length + 1);
        regions[regions.length - 1] = region;
        firstLines[firstLines.length - 1] = lines;
        lines += (region.sizeBytes() + CacheLine.BYTES - 1) / CacheLine.BYTES;
        if (lines > MOST_LINES) {
            throw new RefusedException("Node " + node + " would have " + lines + " cache lines of memory, but a tag"
                    + " names at most " + MOST_LINES + ": choose a smaller population, or cluster.scale");
        }
    }

    /**
     * The line of a byte.
     *
     * @throws IllegalArgumentException if the region was not mapped
     */
    public long line(Region region, long address) {
        return firstLines[checked(region)] + CacheLine.of(address);
    }

    /** The region that a line belongs to. */
    public Region region(long line) {
        return regions[owner(line)];
    }

    /** The address in its region of a line's first byte. */
    public long address(long line) {
        return CacheLine.address(line - firstLines[owner(line)]);
    }

    private int owner(long line) {
        int at = Arrays.binarySearch(firstLines, line);
        return at >= 0 ? at : -at - 2;
    }

    private int checked(Region region) {
        int at = find(region);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "region " + region.name() + " of node " + node + " was not mapped to cached memory");
        }
        return at;
    }

    private int find(Region region) {
        for (int i = 0; i < regions.length; i++) {
            if (regions[i] == region) {
                return i;
            }
        }
        return -1;
    }
}
