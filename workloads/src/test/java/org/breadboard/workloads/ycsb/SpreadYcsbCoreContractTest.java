// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.junit.jupiter.api.Test;

/** All five operations, of which scans are over all nodes. */
class SpreadYcsbCoreContractTest extends ScanningYcsbCoreContractTest {
    @Override
    protected Settings settings() {
        return super.settings().with("scans", "all-nodes");
    }

    @Test
    void shouldRefuseScansOfAllNodesWhereNothingScans() {
        Settings settings = settings().with("scanproportion", 0);
        assertEquals(
                "workload.scans is all-nodes, but no operation scans: give workload.scanproportion a value above 0.",
                assertThrows(RefusedException.class, () -> type().create(settings, 3, 2, 1))
                        .getMessage());
    }
}
