// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * What a run did over its measured time, slice by slice.
 *
 * @param slices one after another, without gaps
 * @param places the stages and resources, in the order of each slice's {@link Slice#busyNs}; empty where the runtime
 *     does not know how busy they were
 * @param marks what happened to it meanwhile, by its beginning
 */
public record Timeline(List<Slice> slices, List<Place> places, List<Mark> marks) {
    /** Of a run that was not measured. */
    public static final Timeline NONE = new Timeline(List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Timeline {
        slices = List.copyOf(slices);
        places = List.copyOf(places);
        marks = List.copyOf(marks);
    }

    /** When it begins, in ns since the run began. */
    public long fromNs() {
        return slices.isEmpty() ? 0 : slices.get(0).fromNs();
    }

    /** When it ends. */
    public long toNs() {
        return slices.isEmpty() ? 0 : slices.get(slices.size() - 1).toNs();
    }

    /** The same with these marks. */
    public Timeline marked(List<Mark> added) {
        return new Timeline(slices, places, added);
    }

    /**
     * Something that happens to a run for a while: a fault on purpose, or a protocol that takes over.
     *
     * @param what such as {@code partition}
     * @param whom it happens to, in words
     */
    public record Mark(String what, String whom, long fromNs, long toNs) {}

    /**
     * A stage or resource.
     *
     * @param name with its node, for example {@code node3/nic.engine}
     * @param kind {@code stage} or {@code resource}
     */
    public record Place(String name, String kind) {}

    /**
     * A slice of time. Arrays are read only.
     *
     * @param fromNs when it began, in ns since the run began, which is before it warmed up
     * @param toNs when it ended
     * @param latencyNs of what committed in it
     * @param committed by type of transaction
     * @param aborted attempts that did not commit, by the ordinal of their reason
     * @param busyNs how long each place was busy in it
     */
    public record Slice(
            long fromNs, long toNs, AbstractHistogram latencyNs, long[] committed, long[] aborted, double[] busyNs) {
        /** How long it was, in seconds. */
        public double seconds() {
            return (toNs - fromNs) / 1e9;
        }

        /** How many committed in it, of all types. */
        public long allCommitted() {
            return latencyNs.getTotalCount();
        }

        /** This slice and the next one as one. */
        Slice and(Slice next) {
            AbstractHistogram both = latencyNs.copy();
            both.add(next.latencyNs);
            return new Slice(
                    fromNs,
                    next.toNs,
                    both,
                    sum(committed, next.committed),
                    sum(aborted, next.aborted),
                    sum(busyNs, next.busyNs));
        }

        private static long[] sum(long[] one, long[] other) {
            long[] sum = one.clone();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += other[i];
            }
            return sum;
        }

        /** The next slice knows all places that this one knows. */
        private static double[] sum(double[] one, double[] next) {
            double[] sum = next.clone();
            for (int i = 0; i < one.length; i++) {
                sum[i] += one[i];
            }
            return sum;
        }

        /** This slice with so many places: those that were not there yet were idle. */
        Slice with(int places) {
            return new Slice(fromNs, toNs, latencyNs, committed, aborted, Arrays.copyOf(busyNs, places));
        }
    }
}
