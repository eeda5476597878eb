// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalHeaderTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepTheVersionThroughLocksAndInsertsThatAreTakenBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            long version = random.nextLong() >>> 16 + random.nextInt(40);
            long word = LocalHeader.of(version);
            Set<Long> words = new HashSet<>();
            for (int taken = 0; taken < 100; taken++) {
                assertFalse(LocalHeader.isLocked(word));
                assertEquals(version, LocalHeader.version(word));
                assertTrue(words.add(word), "a reader sees that something was there meanwhile");
                long locked = LocalHeader.locked(word);
                assertTrue(LocalHeader.isLocked(locked));
                assertEquals(version, LocalHeader.version(locked));
                assertEquals(locked, LocalHeader.locked(locked));
                word = LocalHeader.takenBack(word);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 77, (1L << 40) - 1})
    void shouldNotTouchTheVersionWhenTheCountOfInsertsRunsOver(long version) {
        long word = LocalHeader.of(version);
        for (int taken = 0; taken < 1 << 16; taken++) {
            long next = LocalHeader.takenBack(word);
            assertNotEquals(word, next);
            assertEquals(version, LocalHeader.version(next));
            assertFalse(LocalHeader.isLocked(next));
            word = next;
        }
    }
}
