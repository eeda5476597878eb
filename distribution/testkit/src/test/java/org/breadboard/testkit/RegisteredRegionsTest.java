// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.hardware.RegisteredRegions;
import org.junit.jupiter.api.Test;

class RegisteredRegionsTest {
    private final RegisteredRegions regions = new RegisteredRegions(3);

    @Test
    void shouldFindARegionByItsName() {
        Region table = region("table");
        regions.register(region("log"));
        regions.register(table);
        assertSame(table, regions.named("table", 1));
    }

    @Test
    void shouldSayWhatThereIsInstead() {
        regions.register(region("log"));
        assertEquals(
                "Node 3 has no registered region table, which node 1 asks for; it has [log].",
                assertThrows(IllegalStateException.class, () -> regions.named("table", 1))
                        .getMessage());
    }

    @Test
    void shouldRefuseANameThatIsTaken() {
        regions.register(region("log"));
        assertThrows(RefusedException.class, () -> regions.register(region("log")));
    }

    private static Region region(String name) {
        return TestParts.region(name, 64, Lifetime.PROCESS, new Layout("test", 1));
    }
}
