// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.workloads.parts.QuickZipf;

/**
 * Which of the records that a thread knows an operation is for, by YCSB's generators of the names of
 * {@code requestdistribution}. A thread knows the first records and those that it inserted itself, as a YCSB client
 * does. As there, {@code uniform}, {@code sequential} and {@code hotspot} keep to the first ones. One thread.
 */
interface CoreChoice {
    /** YCSB's names; the first is its default. */
    List<String> NAMES = List.of("uniform", "zipfian", "latest", "hotspot", "sequential", "exponential");

    Setting<String> DISTRIBUTION =
            Setting.choice("requestdistribution", NAMES, "How the records of operations are drawn (YCSB).");
    Setting<Double> HOT_DATA = Setting.number(
            "hotspotdatafraction", "", 0.2, 0, 1, "hotspot: the share of the records that is hot (YCSB's default).");
    Setting<Double> HOT_OPERATIONS = Setting.number(
            "hotspotopnfraction", "", 0.8, 0, 1, "hotspot: the share of the operations for hot ones (YCSB's default).");
    Setting<Double> PERCENTILE = Setting.number(
            "exponential.percentile",
            "",
            95,
            1,
            99.999,
            "exponential: the percentage of the operations for the newest exponential.frac of the records (YCSB's default).");
    Setting<Double> FRACTION = Setting.number(
            "exponential.frac",
            "",
            0.8571428571,
            1e-9,
            1,
            "exponential: the share of the records, the newest ones, that get exponential.percentile (YCSB's default).");

    /** The exponent of all of YCSB's zipfian generators. */
    double THETA = 0.99;

    /** A number from 0 to {@code known}, excluded. */
    long next(RandomStream random, long known);

    /**
     * A thread's choice.
     *
     * @param first how many records there are first, at least 1
     * @param room how many the thread may insert
     * @param share where {@code sequential} begins, from 0 to 1, excluded
     */
    static CoreChoice of(Settings settings, long first, long room, double share) {
        return switch (settings.get(DISTRIBUTION)) {
            case "zipfian" -> new Scrambled(first + Math.min(first, room));
            case "latest" -> new Latest(first);
            case "hotspot" -> {
                long hot = (long) (first * settings.get(HOT_DATA));
                double drawnHot = hot == 0 ? 0 : hot == first ? 1 : settings.get(HOT_OPERATIONS);
                yield (random, known) ->
                        random.nextDouble() < drawnHot ? random.nextLong(hot) : hot + random.nextLong(first - hot);
            }
            case "sequential" -> new Sequence(first, (long) (first * share));
            case "exponential" -> {
                double gamma = -StrictMath.log(1 - settings.get(PERCENTILE) / 100) / (first * settings.get(FRACTION));
                yield (random, known) -> {
                    long back = known;
                    while (back >= known) {
                        back = (long) (-StrictMath.log(1 - random.nextDouble()) / gamma);
                    }
                    return known - 1 - back;
                };
            }
            default -> (random, known) -> random.nextLong(first);
        };
    }

    /** Ranks hashed over the records and as many to come, and over twice as many once these are there. */
    final class Scrambled implements CoreChoice {
        private final QuickZipf ranks = new QuickZipf(ScrambledRank.RANKS, THETA);
        private long range;

        private Scrambled(long range) {
            this.range = range;
        }

        @Override
        public long next(RandomStream random, long known) {
            while (range < known) {
                range *= 2;
            }
            long number = ScrambledRank.key(ranks.next(random), range);
            while (number >= known) {
                number = ScrambledRank.key(ranks.next(random), range);
            }
            return number;
        }
    }

    /** The newest most often. The ranks are as many as there are records, or up to a fiftieth fewer. */
    final class Latest implements CoreChoice {
        private long count;
        private QuickZipf ranks;

        private Latest(long count) {
            this.count = count;
            ranks = new QuickZipf(count, THETA);
        }

        @Override
        public long next(RandomStream random, long known) {
            if (known > count + count / 50) {
                count = known;
                ranks = ranks.widened(count);
            }
            return known - 1 - ranks.next(random);
        }
    }

    /** One record after the other. */
    final class Sequence implements CoreChoice {
        private final long first;
        private long next;

        private Sequence(long first, long next) {
            this.first = first;
            this.next = next;
        }

        @Override
        public long next(RandomStream random, long known) {
            long number = next;
            next = (next + 1) % first;
            return number;
        }
    }
}
