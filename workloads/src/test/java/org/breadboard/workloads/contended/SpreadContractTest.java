// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;
import org.junit.jupiter.api.Test;

/** Ranges over the keys of all nodes. */
class SpreadContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Contended();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("shape", 3)
                .with("absent", true)
                .with("ordered", true)
                .with("apart", true)
                .with("spread", true)
                .with("keys", 40);
    }

    @Test
    void shouldHaveKeysOfAllNodesBesideOneAnother() {
        Workload workload = workload();
        Set<Integer> nodes = new HashSet<>();
        for (long key = 0; key < 3; key++) {
            nodes.add(workload.partition(ContendedWorkload.SORTED, key, 3));
        }
        assertEquals(Set.of(0, 1, 2), nodes);
    }

    @Test
    void shouldRefuseRangesWithoutAnOrderedTable() {
        Settings settings = settings().with("ordered", false);
        assertEquals(
                "workload.spread is true, but there is no table with ranges: it needs workload.ordered=true.",
                assertThrows(RefusedException.class, () -> type().create(settings, 3, 2, 1))
                        .getMessage());
    }
}
