// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import org.breadboard.api.store.Cursor;
import org.junit.jupiter.api.Test;

class MemoryCostTest {
    private final MemoryCost cost = new MemoryCost(100, 7);

    @Test
    void shouldChargeAMissForEachRangeOfALookup() {
        assertEquals(300, cost.lookupNs(lookup(3, 0)));
    }

    @Test
    void shouldChargeMissesForLeavesOnlyWhereThereAreGuards() {
        assertEquals(2 * 100 + 3 * 7, cost.lookupNs(lookup(5, 2)));
    }

    @Test
    void shouldChargeAChangeForTheSameWayAndOneRecord() {
        assertEquals(4 * 7 + 100, cost.changeNs(4));
    }

    private static Cursor lookup(int fetches, int guards) {
        return (Cursor) Proxy.newProxyInstance(
                Cursor.class.getClassLoader(),
                new Class<?>[] {Cursor.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "fetches" -> fetches;
                    case "guards" -> guards;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
