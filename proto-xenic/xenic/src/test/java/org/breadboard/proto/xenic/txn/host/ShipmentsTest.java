// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.TestStep;
import org.junit.jupiter.api.Test;

class ShipmentsTest {
    private static final int TABLE = 1;

    private final TestStep step = new TestStep() {
        @Override
        public void stall(double ns) {}
    };
    private final Map<String, Region> survives = new HashMap<>();
    private final NodeContext node = (NodeContext) Proxy.newProxyInstance(
            NodeContext.class.getClassLoader(), new Class<?>[] {NodeContext.class}, (proxy, method, arguments) -> {
                Region made = TestParts.region(
                        (String) arguments[0], (long) arguments[1], (Lifetime) arguments[2], (Layout) arguments[3]);
                return arguments[2] == Lifetime.SURVIVES_CRASH
                        ? survives.computeIfAbsent((String) arguments[0], unseen -> made)
                        : made;
            });

    /** Those of a node that is built, or built again. */
    private Shipments build() {
        return new Shipments(node, new XenicOptions(Settings.defaultsOf(XenicOptions.settings())).host, 2);
    }

    @Test
    void shouldHaveOthersWaitForATicketUntilItIsGivenBack() {
        Shipments shipments = build();
        long ticket = shipments.begin(step, 1L << TABLE);
        long fence = shipments.fence(step);
        assertTrue(shipments.isInserted(TABLE));
        assertFalse(shipments.isOver(step, fence));
        assertFalse(shipments.change(step, TABLE));
        shipments.end(step, ticket);
        assertTrue(shipments.isOver(step, fence));
        assertTrue(shipments.change(step, TABLE));
    }

    /** Nobody would give it back: its transaction ended with the configuration. */
    @Test
    void shouldKnowOfNoTicketThatWasOutWhenItsMachineCrashed() {
        Shipments before = build();
        before.begin(step, 1L << TABLE);
        before.blocked(step, 1);
        before.change(step, TABLE);
        Shipments after = build();
        assertTrue(after.isOver(step, after.fence(step)));
        assertFalse(after.isAnyBlocked());
        assertTrue(after.change(step, TABLE));
    }
}
