// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.breadboard.workloads.parts.QuickZipf;
import org.junit.jupiter.api.Test;

/** The references' distributions are computed here from their definitions. */
class KeyChoiceTest {
    private static final int HADES_KEYS = 4_000_000;
    private static final int DRAWS = 300_000;

    @Test
    void shouldHashAsYcsbDoes() {
        // The numbers of the first two keys that every YCSB client inserts: user6284781860667377211,
        // user8517097267634966620.
        assertEquals(6284781860667377211L, ScrambledRank.key(0, Long.MAX_VALUE));
        assertEquals(8517097267634966620L, ScrambledRank.key(1, Long.MAX_VALUE));
    }

    @Test
    void shouldDrawAsYcsbsScrambledZipfianGenerator() {
        follows("zipfian", 1_000, 1_000, scrambled(1_000));
    }

    @Test
    void shouldDrawUniformly() {
        double[] even = new double[1_000];
        Arrays.fill(even, 0.001);
        follows("uniform", 1_000, 4_000_000, even);
    }

    @Test
    void shouldDrawExactlyByZipf() {
        double[] expected = new double[500];
        double sum = QuickZipf.sum(2_000, 0.99);
        // Of 2,000 ranks, four have each of 500 keys.
        for (int rank = 0; rank < 2_000; rank++) {
            expected[(int) ScatteredRank.key(rank, 500)] += Math.pow(rank + 1, -0.99) / sum;
        }
        follows("zipf-exact", 500, 2_000, expected);
    }

    @Test
    void shouldTellTheDistributionsApart() {
        double deviations = ChiSquare.deviations(counts("zipf-exact", 1_000, 1_000), scrambled(1_000));
        assertTrue(deviations > 4, "an exact Zipf distribution passes for YCSB's: " + deviations);
    }

    @Test
    void shouldDrawTheLatestMostOften() {
        long[] counts = counts("latest", 1_000, 1_000);
        double last = 1 / QuickZipf.sum(1_000, 0.99);
        assertEquals(last, counts[999] / (double) DRAWS, 0.003);
        assertTrue(counts[998] > counts[990] && counts[990] > counts[500]);
    }

    @Test
    void shouldMeetLessOftenThanAnExactZipfDistribution() {
        double[] ycsb = scrambled(HADES_KEYS);
        double sum = QuickZipf.sum(HADES_KEYS, 0.99);
        assertEquals(0.038, Arrays.stream(ycsb).max().orElseThrow(), 0.0005, "the most frequent key of YCSB");
        assertEquals(0.059, 1 / sum, 0.0005, "the most frequent key of Zipf");
        assertEquals(0.0025, Arrays.stream(ycsb).map(p -> p * p).sum(), 0.0001, "two draws of YCSB are one key");
        double zipf = 0;
        for (int rank = 1; rank <= HADES_KEYS; rank++) {
            double p = Math.pow(rank, -0.99) / sum;
            zipf += p * p;
        }
        assertEquals(0.0058, zipf, 0.0001, "two draws of Zipf are one key");
    }

    @Test
    void shouldScatterTheFrequentKeysOfAnExactZipfDistribution() {
        BitSet keys = new BitSet();
        for (long rank = 0; rank < 40_000; rank++) {
            keys.set((int) ScatteredRank.key(rank, 40_000));
        }
        assertEquals(40_000, keys.cardinality(), "each rank has a key of its own");
        for (long rank = 0; rank < 1_000; rank++) {
            for (long other = 0; other < rank; other++) {
                long apart = Math.abs(ScatteredRank.key(rank, 40_000) - ScatteredRank.key(other, 40_000));
                assertTrue(apart > 1, rank + " beside " + other);
            }
        }
    }

    @Test
    void shouldRefuseExponentsThatTheGeneratorCannotHave() {
        assertThrows(RefusedException.class, () -> KeyChoice.of("zipfian", 100, 100, 1));
        assertThrows(RefusedException.class, () -> KeyChoice.of("latest", 100, 100, 1.2));
        KeyChoice.of("zipf-exact", 100, 100, 1.2);
    }

    /** Each key's probability: that of the first million ranks one by one, that of the others evenly. */
    private static double[] scrambled(int keys) {
        int head = 1_000_000;
        double exponent = 0.99;
        double sum = QuickZipf.sum(ScrambledRank.RANKS, exponent);
        double two = 1 + Math.pow(2, -exponent);
        double eta = (1 - Math.pow(2.0 / ScrambledRank.RANKS, 1 - exponent)) / (1 - two / sum);
        double[] probabilities = new double[keys];
        double from = Math.pow(2.0 / ScrambledRank.RANKS, 1 - exponent);
        double rest = 1;
        for (int rank = 0; rank < head; rank++) {
            double probability = rank == 0 ? 1 / sum : (two - 1) / sum;
            if (rank > 1) {
                double to = Math.pow((rank + 1.0) / ScrambledRank.RANKS, 1 - exponent);
                probability = (to - from) / eta;
                from = to;
            }
            probabilities[(int) ScrambledRank.key(rank, keys)] += probability;
            rest -= probability;
        }
        for (int key = 0; key < keys; key++) {
            probabilities[key] += rest / keys;
        }
        return probabilities;
    }

    private static void follows(String name, int keys, int unscaled, double[] probabilities) {
        ChiSquare.assertFollows(probabilities, counts(name, keys, unscaled), name);
    }

    private static long[] counts(String name, int keys, int unscaled) {
        KeyChoice choice = KeyChoice.of(name, keys, unscaled, 0.99);
        RandomStream random = TestParts.random(3, keys);
        long[] counts = new long[keys];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) choice.next(random)]++;
        }
        return counts;
    }
}
