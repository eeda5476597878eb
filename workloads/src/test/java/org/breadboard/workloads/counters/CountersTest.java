// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SerialBench;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Fixed seeds: the bounds are four standard deviations wide or wider. */
class CountersTest {
    private static final int DRAWS = 40_000;

    private final CounterMix type = new CounterMix();
    private final Settings defaults = Settings.defaultsOf(type.settings());
    private final RandomStream random = TestParts.random(1, 1);

    @Test
    void shouldDrawKeysByZipfAndWritesByTheirRatio() {
        Workload workload = type.create(defaults.with("keys", 10).with("zipf", 1.0), 1, 1, 1);
        Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(1, 1));
        Transaction transaction = new Transaction();
        int[] keys = new int[10];
        int writes = 0;
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            keys[(int) transaction.key(0)]++;
            writes += transaction.mode(0).writes() ? 1 : 0;
        }
        double mass = 0;
        for (int rank = 1; rank <= 10; rank++) {
            mass += 1.0 / rank;
        }
        for (int key = 0; key < 10; key++) {
            assertEquals(1 / (key + 1.0) / mass, keys[key] / (double) DRAWS, 0.01, "share of key " + key);
        }
        assertEquals(0.2, writes / (double) DRAWS, 0.008);
    }

    @Test
    void shouldReturnToOldValuesWhereTheyWrap() {
        Workload workload = type.create(defaults.with("writeRatio", 1.0).with("wrapAt", 3), 1, 1, 1);
        SerialBench bench = new SerialBench(workload);
        Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(1, 1));
        Transaction transaction = new Transaction();
        for (long expected : new long[] {1, 2, 0, 1}) {
            generator.next(random, transaction.input());
            bench.execute(transaction);
            assertEquals(expected, Bytes.getLong(bench.value(0, 0), 0));
            assertEquals(List.of(), bench.violations());
        }
        bench.value(0, 0)[7] ^= 1;
        assertNotEquals(List.of(), bench.violations(), "a number that does not fit its checksum");
        assertThrows(RefusedException.class, () -> type.create(defaults.with("wrapAt", 1), 1, 1, 1));
    }
}
