// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.Locale;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.platform.memory.PagedRegion;

/**
 * The memory of what a run starts from. It is held as long as the run, so that records that the heap has no room for
 * are refused as soon as they turn out to be too many, and not when the garbage collector has tried everything. By the
 * thread that builds the cluster.
 */
final class ImageMemory {
    private static final long SAMPLE_BYTES = 1 << 16;

    private final long heapBytes;
    private final long mostBytes;
    private final long roomBytes;
    private long askedBytes;
    private long heldBytes;
    private long imageBytes;

    /** For a heap of this size, of which a quarter is left to the run and to what is young. */
    ImageMemory(long heapBytes) {
        this(heapBytes, Long.MAX_VALUE);
    }

    private ImageMemory(long heapBytes, long mostBytes) {
        this.heapBytes = heapBytes;
        this.mostBytes = mostBytes;
        roomBytes = heapBytes - heapBytes / 4;
    }

    /** For a cluster that runs nothing: filling an image ends as soon as it has some pages. */
    static ImageMemory ofSamples(long heapBytes) {
        return new ImageMemory(heapBytes, SAMPLE_BYTES);
    }

    /** Ends the filling of an image. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super(null, null, false, false);
        }
    }

    /**
     * An image.
     *
     * @param fill writes its content
     * @throws RefusedException if it and those before it do not fit the heap
     */
    Image image(long sizeBytes, Layout layout, ProtocolContext.Fill fill) {
        askedBytes += sizeBytes;
        imageBytes = 0;
        PagedRegion region = new PagedRegion("image", sizeBytes, Lifetime.PROCESS, layout, this::take);
        try {
            fill.fill(region);
        } catch (Enough filled) {
            return region.freeze();
        }
        return region.freeze();
    }

    private void take(long bytes) {
        imageBytes += bytes;
        if (imageBytes > mostBytes) {
            throw new Enough();
        }
        heldBytes += bytes;
        if (heldBytes > roomBytes) {
            throw new RefusedException(String.format(
                    Locale.ROOT,
                    "The records that the run starts from take up to %.1f GB, and the heap has %.1f GB; make the workload smaller,"
                            + " or set for example BREADBOARD_OPTS=-Xmx%dg.",
                    gb(askedBytes),
                    gb(heapBytes),
                    (long) Math.ceil(gb(askedBytes) * 4 / 3) + 1));
        }
    }

    private static double gb(long bytes) {
        return bytes / (double) (1 << 30);
    }
}
