// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.junit.jupiter.api.Test;

/** What there is of a node's life after a crash: its regions are there when it is built again. */
final class NodeMemoryTest {
    private static final Layout LAYOUT = new Layout("test", 1);

    private final NodeMemory memory = new NodeMemory(3);

    @Test
    void shouldGiveARegionOfThatNameAgainWithWhatIsInIt() {
        memory.region("log", 4096, Lifetime.SURVIVES_CRASH, LAYOUT).putLong(8, 42);
        Region again = memory.region("log", 4096, Lifetime.SURVIVES_CRASH, LAYOUT);
        assertEquals(42, again.getLong(8));
        assertEquals(
                0, memory.region("other", 4096, Lifetime.SURVIVES_CRASH, LAYOUT).getLong(8));
    }

    @Test
    void shouldRefuseARegionThatIsLaidOutOtherwise() {
        memory.region("log", 4096, Lifetime.SURVIVES_CRASH, LAYOUT);
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> memory.region("log", 4096, Lifetime.SURVIVES_CRASH, new Layout("test", 2)));
        assertEquals(
                "region log of node 3 is laid out as test version 1 with 4096 B, and cannot be adopted as test version 2"
                        + " with 4096 B",
                refused.getMessage());
        assertThrows(RefusedException.class, () -> memory.region("log", 8192, Lifetime.SURVIVES_CRASH, LAYOUT));
    }
}
