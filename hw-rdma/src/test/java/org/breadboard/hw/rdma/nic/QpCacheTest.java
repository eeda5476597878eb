// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QpCacheTest {

    @Test
    void shouldAgreeWithALeastRecentlyUsedModel() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int entries = 1 + random.nextInt(300);
            int keys = 1 + random.nextInt(2 * entries + 10);
            QpCache cache = new QpCache(entries);
            Map<Long, Boolean> model = new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                    return size() > entries;
                }
            };
            long misses = 0;
            for (int i = 0; i < 3000; i++) {
                long number = random.nextInt(keys);
                long key = number << (number % 3 * 20) | number % 5 << 60;
                if (random.nextInt(10) == 0) {
                    model.remove(key);
                    cache.remove(key);
                    continue;
                }
                boolean hit = model.get(key) != null;
                model.put(key, true);
                misses += hit ? 0 : 1;
                assertEquals(hit, cache.touch(key), "seed " + seed + ", access " + i);
            }
            assertEquals(misses, cache.misses(), "seed " + seed);
        }
    }

    @Test
    void shouldMissAsOftenAsQueuePairsDoNotFit() {
        Random random = new Random(7);
        QpCache cache = new QpCache(109);
        int queuePairs = 176;
        int accesses = 200_000;
        for (int i = 0; i < accesses; i++) {
            cache.touch(random.nextInt(queuePairs));
        }
        assertEquals(1 - 109.0 / queuePairs, (double) cache.misses() / accesses, 0.01);
    }
}
