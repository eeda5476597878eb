// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decision 6: a record has one name of 4 B, and a name has one record. */
class WireKeyTest {
    private static final long SEED = 6;

    @Test
    void shouldNameEveryRecordApart() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 1_000_000; round++) {
            int table = random.nextInt(WireKey.TABLES);
            long key = switch (random.nextInt(3)) {
                case 0 -> random.nextInt(4);
                case 1 -> WireKey.MAX_KEY - random.nextInt(4);
                default -> random.nextLong(WireKey.MAX_KEY + 1);
            };
            assertTrue(WireKey.fits(table, key));
            int name = WireKey.of(table, key);
            String where = "table " + table + ", key " + key + " of seed " + SEED;
            assertEquals(table, WireKey.table(name), where);
            assertEquals(key, WireKey.key(name), where);
            assertNotEquals(0, name + 1, where + ": a switch takes it for no key");
        }
    }

    @Test
    void shouldSayWhatHasNoName() {
        assertFalse(WireKey.fits(0, WireKey.MAX_KEY + 1));
        assertFalse(WireKey.fits(WireKey.TABLES, 0));
        assertFalse(WireKey.fits(0, -1));
        assertFalse(WireKey.fits(-1, 0));
    }
}
