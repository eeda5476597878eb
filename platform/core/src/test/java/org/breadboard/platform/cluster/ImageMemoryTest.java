// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolContext;
import org.junit.jupiter.api.Test;

class ImageMemoryTest {
    private static final Layout LAYOUT = new Layout("test", 1);
    private static final long PAGE = 1024;

    private static ProtocolContext.Fill pages(int count) {
        return region -> fill(region, count);
    }

    private static void fill(Region region, int pages) {
        for (int page = 0; page < pages; page++) {
            region.putLong(page * PAGE, 1);
            region.putLong(page * PAGE + 8, 1);
        }
    }

    /** An image may be larger than the heap if most of it stays empty. */
    @Test
    void shouldCountWhatIsWritten() {
        Image image = new ImageMemory(8 * PAGE).image(1L << 30, LAYOUT, pages(6));
        assertEquals(1L << 30, image.sizeBytes());
    }

    @Test
    void shouldRefuseWhatTheHeapHasNoRoomFor() {
        ImageMemory memory = new ImageMemory(8 * PAGE);
        memory.image(20L << 30, LAYOUT, pages(3));
        memory.image(1L << 30, LAYOUT, pages(3));
        RefusedException refused = assertThrows(RefusedException.class, () -> memory.image(1L << 29, LAYOUT, pages(1)));
        assertEquals(
                "The records that the run starts from take up to 21.5 GB, and the heap has 0.0 GB; make the workload smaller, or set"
                        + " for example BREADBOARD_OPTS=-Xmx30g.",
                refused.getMessage());
    }
}
