// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.retwis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.junit.jupiter.api.Test;

/** Fixed seeds: the bounds are four standard deviations wide or wider. */
class RetwisTest {
    private static final int DRAWS = 100_000;

    private final Retwis type = new Retwis();
    private final Settings defaults = Settings.defaultsOf(type.settings());
    private final Workload workload = type.create(defaults, 6, 1, 0.001);
    private final Transaction transaction = new Transaction();
    private final RandomStream random = TestParts.random(1, 1);
    private final Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(6, 3));

    @Test
    void shouldMixTransactionsAndKeysAsTapirDefinesThem() {
        int[] drawn = new int[4];
        int[] timelines = new int[11];
        int[] puts = {3, 2, 5, 0};
        for (int i = 0; i < DRAWS; i++) {
            next();
            int written = 0;
            Set<Long> keys = new HashSet<>();
            for (int access = 0; access < transaction.accesses(); access++) {
                written += transaction.mode(access).writes() ? 1 : 0;
                keys.add(transaction.key(access));
            }
            drawn[transaction.type()]++;
            assertEquals(puts[transaction.type()], written, "puts of draw " + i);
            assertEquals(transaction.accesses(), keys.size(), "different keys of draw " + i);
            if (transaction.type() == RetwisWorkload.GET_TIMELINE) {
                timelines[transaction.accesses()]++;
            } else {
                assertEquals(written, transaction.accesses(), "keys of draw " + i);
            }
        }
        double[] shares = {0.05, 0.15, 0.3, 0.5};
        for (int each = 0; each < shares.length; each++) {
            assertEquals(shares[each], drawn[each] / (double) DRAWS, 0.007, "share of type " + each);
        }
        for (int gets = 1; gets <= 10; gets++) {
            assertEquals(0.1, timelines[gets] / (double) drawn[3], 0.007, "share of " + gets + " gets");
        }
    }

    @Test
    void shouldFollowTapirsMixAndZipfsDistribution() {
        long[] types = new long[4];
        long[] timelines = new long[10];
        long[] firstKeys = new long[6_000];
        for (int i = 0; i < 300_000; i++) {
            next();
            types[transaction.type()]++;
            // The first key is drawn freely, the others among those that are not drawn yet.
            firstKeys[(int) transaction.key(0)]++;
            if (transaction.type() == RetwisWorkload.GET_TIMELINE) {
                timelines[transaction.accesses() - 1]++;
            }
        }
        ChiSquare.assertFollows(new double[] {.05, .15, .3, .5}, types, "types");
        double[] even = new double[10];
        Arrays.fill(even, 0.1);
        ChiSquare.assertFollows(even, timelines, "lengths of timelines");
        double[] zipf = new double[6_000];
        double mass = 0;
        for (int rank = 0; rank < zipf.length; rank++) {
            zipf[rank] = 1 / Math.sqrt(rank + 1);
            mass += zipf[rank];
        }
        for (int rank = 0; rank < zipf.length; rank++) {
            zipf[rank] /= mass;
        }
        ChiSquare.assertFollows(zipf, firstKeys, "keys");
    }

    @Test
    void shouldDrawKeysByZipf() {
        long keys = workload.tables().get(0).capacity();
        assertEquals(6000, keys);
        double mass = 0;
        for (int rank = 1; rank <= keys; rank++) {
            mass += 1 / Math.sqrt(rank);
        }
        long first = 0;
        long all = 0;
        for (int i = 0; i < DRAWS; i++) {
            next();
            for (int access = 0; access < transaction.accesses(); access++) {
                first += transaction.key(access) < 60 ? 1 : 0;
                all++;
            }
        }
        double expected = 0;
        for (int rank = 1; rank <= 60; rank++) {
            expected += 1 / Math.sqrt(rank) / mass;
        }
        assertEquals(expected, (double) first / all, 0.002, "share of the first hundredth");
    }

    @Test
    void shouldRefuseAScaleThatLeavesTooFewKeys() {
        RefusedException refused = assertThrows(RefusedException.class, () -> type.create(defaults, 6, 1, 1e-6));
        assertTrue(refused.getMessage().contains("6 of 6000000 Retwis keys"), refused.getMessage());
    }

    private void next() {
        generator.next(random, transaction.input());
        transaction.run(0);
    }
}
