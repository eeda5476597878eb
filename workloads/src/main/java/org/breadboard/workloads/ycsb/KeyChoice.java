// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.workloads.parts.QuickZipf;
import org.breadboard.workloads.parts.Zipf;

/**
 * Which key a request is for: YCSB's {@code requestdistribution}. Nothing here inserts, so that {@code latest} has the
 * same last record all the time. A scale leaves fewer keys, but draws ranks as if it had not: frequent keys stay as
 * frequent, and those of the tail share what keys there are. Immutable; any thread.
 */
@FunctionalInterface
interface KeyChoice {
    /**
     * In the order in which they are offered; the first is the default, as it is HADES's (VII) and that of YCSB's
     * workloads A and B.
     */
    List<String> NAMES = List.of("zipfian", "uniform", "latest", "zipf-exact");

    /** The next key. */
    long next(RandomStream random);

    /**
     * A choice by its name.
     *
     * @param keys how many records there are
     * @param unscaled how many there would be without a scale
     * @throws RefusedException if it cannot have that exponent
     */
    static KeyChoice of(String name, long keys, long unscaled, double theta) {
        return switch (name) {
            case "zipfian" -> {
                QuickZipf ranks = quick(ScrambledRank.RANKS, theta);
                yield random -> ScrambledRank.key(ranks.next(random), keys);
            }
            case "uniform" -> random -> random.nextLong(keys);
            case "latest" -> {
                QuickZipf ranks = quick(unscaled, theta);
                yield random -> keys - 1 - ranks.next(random) % keys;
            }
            default -> {
                Zipf ranks = new Zipf(unscaled, theta);
                yield random -> ScatteredRank.key(ranks.next(random), keys);
            }
        };
    }

    private static QuickZipf quick(long ranks, double theta) {
        if (theta >= 1) {
            throw new RefusedException(
                    "workload.theta is " + theta + ", but YCSB's generator has exponents below 1: take a lower one,"
                            + " or requestDistribution: zipf-exact.");
        }
        return new QuickZipf(ranks, theta);
    }
}
