// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.runtime.Engine;

/**
 * Cuts the measured time of a run into slices. It only looks, while all threads stand still, at what is counted anyway:
 * a slice is the difference between two looks. Where there are too many slices, two become one, so that a run of any
 * length has between half of {@link #MOST} and as many. One thread.
 */
public final class TimelineRecorder {
    /** The most slices that are kept. */
    static final int MOST = 200;

    private static final AbortReason[] REASONS = AbortReason.values();

    private final List<Measured> measured;
    private final List<Timeline.Slice> slices = new ArrayList<>();
    private Timeline.Slice before;
    /** How many looks make a slice by now, and how many the last slice has. */
    private int looksPerSlice = 1;

    private int looks;

    /** Of what is measured here; of the time before the first {@link #begin} there is nothing to tell. */
    public TimelineRecorder(List<Measured> measured) {
        this.measured = measured;
    }

    /**
     * The first slice begins.
     *
     * @param usage how busy everything has been so far; empty where nobody knows
     */
    public void begin(long nowNs, List<Engine.Usage> usage) {
        before = look(nowNs, nowNs, usage);
    }

    /** A slice ends, and the next one begins. */
    public void cut(long nowNs, List<Engine.Usage> usage) {
        if (before == null || nowNs <= before.toNs()) {
            return;
        }
        Timeline.Slice now = look(before.toNs(), nowNs, usage);
        Timeline.Slice slice = difference(now, before);
        before = now;
        if (looks > 0 && looks < looksPerSlice) {
            slices.add(slices.remove(slices.size() - 1).and(slice));
        } else {
            slices.add(slice);
            looks = 0;
        }
        looks++;
        if (slices.size() > MOST) {
            halve();
        }
    }

    private void halve() {
        List<Timeline.Slice> all = List.copyOf(slices);
        slices.clear();
        for (int i = 0; i + 1 < all.size(); i += 2) {
            slices.add(all.get(i).and(all.get(i + 1)));
        }
        if (all.size() % 2 == 1) {
            slices.add(all.get(all.size() - 1));
        }
        looksPerSlice *= 2;
    }

    /** Latencies since the last look, of all. */
    private AbstractHistogram latencyNs() {
        AbstractHistogram all = null;
        for (Measured each : measured) {
            AbstractHistogram own = each.takeLatencies();
            if (all == null) {
                all = own;
            } else {
                all.add(own);
            }
        }
        return all == null ? new IntCountsHistogram(Measured.DIGITS) : all;
    }

    /** All that was counted so far, but latencies since the last look. */
    private Timeline.Slice look(long fromNs, long nowNs, List<Engine.Usage> usage) {
        long[] committed = new long[measured.isEmpty() ? 0 : measured.get(0).types()];
        long[] aborted = new long[REASONS.length];
        for (Measured each : measured) {
            for (int type = 0; type < committed.length; type++) {
                committed[type] += each.ofType(type);
            }
            for (AbortReason reason : REASONS) {
                aborted[reason.ordinal()] += each.aborted(reason);
            }
        }
        double[] busyNs = usage.stream()
                .mapToDouble(each -> each.busyNs() - each.aheadNs())
                .toArray();
        return new Timeline.Slice(fromNs, nowNs, latencyNs(), committed, aborted, busyNs);
    }

    private static Timeline.Slice difference(Timeline.Slice now, Timeline.Slice before) {
        long[] committed = now.committed().clone();
        for (int i = 0; i < committed.length; i++) {
            committed[i] -= before.committed()[i];
        }
        long[] aborted = now.aborted().clone();
        for (int i = 0; i < aborted.length; i++) {
            aborted[i] -= before.aborted()[i];
        }
        double[] busyNs = now.busyNs().clone();
        for (int i = 0; i < before.busyNs().length; i++) {
            busyNs[i] -= before.busyNs()[i];
        }
        return new Timeline.Slice(now.fromNs(), now.toNs(), now.latencyNs(), committed, aborted, busyNs);
    }

    /**
     * All slices so far.
     *
     * @param usage the places, as in each look
     * @param name a place's name with its node
     */
    public Timeline timeline(List<Engine.Usage> usage, Function<Engine.Usage, String> name) {
        List<Timeline.Place> places = usage.stream()
                .map(each -> new Timeline.Place(name.apply(each), each.stage() ? "stage" : "resource"))
                .toList();
        List<Timeline.Slice> all =
                slices.stream().map(each -> each.with(places.size())).toList();
        return new Timeline(all, places, List.of());
    }
}
