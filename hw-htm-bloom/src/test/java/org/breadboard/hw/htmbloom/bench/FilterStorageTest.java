// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.breadboard.hw.htmbloom.filter.CrcFilter;
import org.breadboard.hw.htmbloom.filter.FilterPool;
import org.breadboard.hw.htmbloom.filter.WriteFilter;
import org.junit.jupiter.api.Test;

class FilterStorageTest {
    @Test
    void shouldTakeThePublishedStorage() {
        CrcFilter nic = new CrcFilter(1024, 2);
        WriteFilter write = new WriteFilter(new CrcFilter(512, 2), 4096, new LlcGeometry(4096, 5));
        FilterStorage small = new FilterStorage(5, 2, 4, nic, write, nic);
        assertEquals(704, small.corePairBytes(), "0.7 KB, Table III");
        assertEquals(256, small.nicPairBytes(), "0.25 KB, Table III");
        assertEquals(
                small.coreBytes(), new FilterPool(nic, 10).storageBytes() + new FilterPool(write, 10).storageBytes());
        assertEquals(40, small.nicPairs());
        assertEquals(4, small.tagBits());
        FilterStorage large = new FilterStorage(16, 2, 5, nic, write, nic);
        assertEquals(160, large.nicPairs());
        assertEquals(32, large.transactions());
        assertEquals(5, large.tagBits());
    }
}
