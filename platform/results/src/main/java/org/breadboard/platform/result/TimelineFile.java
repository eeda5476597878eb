// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.measured.Timeline.Slice;
import org.breadboard.platform.run.RunResult;

/** {@code timeline.csv}: a row per slice of the measured time. Columns that are in {@code points.csv} mean the same. */
final class TimelineFile {
    private TimelineFile() {}

    static String csv(RunResult result) {
        Timeline timeline = result.timeline();
        UsageGroup.Members members = UsageGroup.Members.of(timeline.places());
        Csv csv = new Csv();
        for (Slice slice : timeline.slices()) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("fromUs", cell(slice.fromNs() / 1e3));
            row.put("toUs", cell(slice.toNs() / 1e3));
            row.put("committedPerSecond", cell(slice.allCommitted() / slice.seconds()));
            addLatency(row, slice.latencyNs());
            addAborts(row, result, slice);
            addKinds(row, result.kinds(), slice);
            if (!timeline.places().isEmpty()) {
                members.groups(shares(slice))
                        .forEach(group -> row.put("utilisation." + group.name(), cell(group.mean())));
            }
            row.put(
                    "marks",
                    timeline.marks().stream()
                            .filter(mark -> mark.fromNs() < slice.toNs() && mark.toNs() > slice.fromNs())
                            .map(Timeline.Mark::what)
                            .distinct()
                            .collect(Collectors.joining(" ")));
            csv.add(row);
        }
        return csv.text();
    }

    /** The share of a slice that each place was busy. */
    static double[] shares(Slice slice) {
        double[] shares = slice.busyNs().clone();
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= slice.toNs() - slice.fromNs();
        }
        return shares;
    }

    private static void addLatency(Map<String, String> row, AbstractHistogram latencyNs) {
        boolean none = latencyNs.getTotalCount() == 0;
        row.put("latencyMeanUs", none ? "" : cell(latencyNs.getMean() / 1e3));
        row.put("latencyP50Us", cell(Figures.percentileUs(latencyNs, 50)));
        row.put("latencyP95Us", cell(Figures.percentileUs(latencyNs, 95)));
        row.put("latencyP99Us", cell(Figures.percentileUs(latencyNs, 99)));
        row.put("latencyMaxUs", none ? "" : cell(latencyNs.getMaxValue() / 1e3));
    }

    private static void addAborts(Map<String, String> row, RunResult result, Slice slice) {
        long all = 0;
        for (long each : slice.aborted()) {
            all += each;
        }
        row.put("abortedPerSecond", cell(all / slice.seconds()));
        for (AbortReason reason : AbortReason.values()) {
            if (result.aborts().containsKey(reason.name())) {
                row.put(
                        "abortedPerSecond." + reason.name().toLowerCase(Locale.ROOT),
                        cell(slice.aborted()[reason.ordinal()] / slice.seconds()));
            }
        }
    }

    private static void addKinds(Map<String, String> row, Kinds kinds, Slice slice) {
        List<Kinds.Kind> types = kinds.types();
        for (Kinds.Kind tenant : kinds.tenants()) {
            long sum = 0;
            for (int type = 0; type < types.size(); type++) {
                sum += types.get(type).name().startsWith(tenant.name() + ".") ? slice.committed()[type] : 0;
            }
            row.put("committedPerSecond." + tenant.name(), cell(sum / slice.seconds()));
        }
        for (int type = 0; type < types.size(); type++) {
            row.put("committedPerSecond." + types.get(type).name(), cell(slice.committed()[type] / slice.seconds()));
        }
    }

    private static String cell(double value) {
        return Figures.cell(Figures.rounded(value));
    }
}
