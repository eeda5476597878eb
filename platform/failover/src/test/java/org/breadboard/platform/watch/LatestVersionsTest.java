// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class LatestVersionsTest {
    /** Items that differ in a few bits, at the bottom or far above, the same ones again and again. */
    @RepeatedTest(50)
    void shouldAnswerWhatAMapWould(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        LatestVersions versions = new LatestVersions();
        Map<Long, Long> expected = new HashMap<>();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2_000; i++) {
                long item = (long) random.nextInt(1 << 11) << (random.nextBoolean() ? 0 : 40);
                long version = random.nextInt(3) == 0 ? 0 : random.nextLong() >>> 1;
                Long before = expected.put(item, version);
                assertEquals(
                        before == null ? LatestVersions.NEVER : before,
                        versions.put(item, version),
                        "item " + item + ", seed " + seed);
            }
            versions.clear();
            expected.clear();
        }
    }
}
