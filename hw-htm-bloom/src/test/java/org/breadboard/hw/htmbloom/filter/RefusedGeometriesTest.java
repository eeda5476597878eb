// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RefusedGeometriesTest {
    @Test
    void shouldRefuseBitsThatAreNoPowerOfTwo() {
        refused(
                "A filter of 1000 bits cannot be built: choose a power of two that is at least 64",
                () -> new CrcFilter(1000, 2));
        refused(
                "A filter of 32 bits cannot be built: choose a power of two that is at least 64",
                () -> new CrcFilter(32, 2));
        refused(
                "An index section of 4097 bits cannot be built: choose a power of two that is at least 64",
                () -> new WriteFilter(new CrcFilter(512, 2), 4097, Geometries.LLC));
        refused(
                "An LLC slice of 4000 sets cannot be indexed by address bits: choose a power of two",
                () -> new LlcGeometry(4000, 5));
    }

    @Test
    void shouldRefuseMoreHashBitsThanTheCrcHas() {
        new CrcFilter(1024, 3);
        refused(
                "4 hashes of 10 bits each, for a filter of 1024 bits, cannot be taken from a CRC of 32 bits: "
                        + "choose from 1 to 3 hashes",
                () -> new CrcFilter(1024, 4));
        refused(
                "0 hashes of 10 bits each, for a filter of 1024 bits, cannot be taken from a CRC of 32 bits: "
                        + "choose from 1 to 3 hashes",
                () -> new CrcFilter(1024, 0));
    }

    @Test
    void shouldRefuseAnIndexSectionLargerThanTheLlc() {
        refused(
                "An index section of 32768 bits has more bits than the LLC's 20480 sets could ever set: "
                        + "choose a smaller power of two, or more hardware.llcSliceSets",
                () -> new WriteFilter(new CrcFilter(512, 2), 32768, Geometries.LLC));
    }

    @Test
    void shouldRefuseWhatHasNoSize() {
        assertThrows(RefusedException.class, () -> new LlcGeometry(4096, 0));
        assertThrows(RefusedException.class, () -> new FilterPool(new CrcFilter(64, 1), 0));
        assertThrows(RefusedException.class, () -> new FilterPool(new CrcFilter(1 << 16, 2), 1 << 30));
    }

    private static void refused(String sentence, Executable code) {
        assertEquals(sentence, assertThrows(RefusedException.class, code).getMessage());
    }
}
