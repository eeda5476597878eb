// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PresentKeysTest {
    /** Against a set, in any order of calls; numbers out of range are refused. */
    @Test
    void shouldKnowWhichArePresent() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(200);
            boolean all = random.nextBoolean();
            PresentKeys keys = all ? new PresentKeys(count) : PresentKeys.none(count);
            TreeSet<Long> missing = new TreeSet<>();
            for (long index = 0; index < count && !all; index++) {
                missing.add(index);
            }
            for (int i = 0; i < 300; i++) {
                long index = random.nextLong(-2, count + 2L);
                boolean inRange = index >= 0 && index < count;
                if (random.nextBoolean()) {
                    assertEquals(missing.remove(index), keys.add(index), "seed " + seed + ", add " + index);
                } else {
                    keys.remove(index);
                    if (inRange) {
                        missing.add(index);
                    }
                }
                assertEquals(missing.isEmpty() ? -1 : missing.first(), keys.firstMissing(), "seed " + seed);
            }
        }
    }
}
