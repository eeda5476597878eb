// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import java.util.Comparator;
import java.util.List;

/**
 * How a run came back from a crash while it was measured. Times are in ns since the crash; NaN if it did not happen
 * until the next crash (full speed), or while the run was measured (all others).
 *
 * @param machines the members that crashed, by number
 * @param atNs when they did, in ns since the run began
 * @param shardCommitNs until a transaction committed that had begun since, and that read or wrote a record whose
 *     primary had been on one of these machines
 * @param fullSpeedNs until the clients of the machines that stayed up (of all, if none did) committed at
 *     {@link #FULL_SPEED} of their rate before: from then on, for as long as the crash was ago by then
 * @param fullReplicationNs until a configuration had recovered in which each record had all its copies again, so that
 *     as many machines as before might have been lost next
 */
public record AfterCrash(
        List<Integer> machines, long atNs, double shardCommitNs, double fullSpeedNs, double fullReplicationNs) {
    /** The share of the rate before a crash that is called full speed. */
    public static final double FULL_SPEED = 0.9;

    /** Copies the list. */
    public AfterCrash {
        machines = List.copyOf(machines);
    }

    /** What is said of a crash, and of several in the same words. */
    public enum Phase {
        /** The shard commits again. */
        SHARD_COMMIT("shardCommit", "the shard commits again"),
        /** Clients are as fast as before. */
        FULL_SPEED("fullSpeed", "full speed"),
        /** All copies are there again. */
        FULL_REPLICATION("fullReplication", "all copies");

        private final String id;
        private final String words;

        Phase(String id, String words) {
            this.id = id;
            this.words = words;
        }

        /** In names of figures. */
        public String id() {
            return id;
        }

        /** As people read it. */
        public String words() {
            return words;
        }

        /** How long after a crash; NaN if not. */
        public double afterNs(AfterCrash crash) {
            return switch (this) {
                case SHARD_COMMIT -> crash.shardCommitNs();
                case FULL_SPEED -> crash.fullSpeedNs();
                case FULL_REPLICATION -> crash.fullReplicationNs();
            };
        }

        /**
         * The median over crashes, where what did not happen took longest; NaN if it is one of these. Of an even number
         * the later one of the two in the middle.
         */
        public double medianNs(List<AfterCrash> crashes) {
            // NaN is greater than any number.
            List<Double> all = crashes.stream()
                    .map(this::afterNs)
                    .sorted(Comparator.naturalOrder())
                    .toList();
            return all.isEmpty() ? Double.NaN : all.get(all.size() / 2);
        }

        /** The longest of those after which it happened; NaN if there is none. */
        public double mostNs(List<AfterCrash> crashes) {
            return crashes.stream()
                    .mapToDouble(this::afterNs)
                    .filter(ns -> !Double.isNaN(ns))
                    .max()
                    .orElse(Double.NaN);
        }

        /** After how many crashes it happened. */
        public int reached(List<AfterCrash> crashes) {
            return (int) crashes.stream()
                    .filter(crash -> !Double.isNaN(afterNs(crash)))
                    .count();
        }
    }
}
