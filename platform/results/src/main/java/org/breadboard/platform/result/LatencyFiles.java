// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogWriter;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.run.RunResult;

/** Latency as files: an HdrHistogram log, and a table by percentile. */
final class LatencyFiles {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private LatencyFiles() {}

    /**
     * An interval for each slice of the timeline, in s since the run began, and with the name of each type as its tag
     * one for the whole of the measured time. Without a timeline, one interval from 0 to that time.
     */
    static void writeLog(Path file, RunResult result) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("latency in ns, from the intended start of a transaction to its completion");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            Timeline timeline = result.timeline();
            if (timeline.slices().isEmpty()) {
                writer.outputIntervalHistogram(0, result.measuredNs() / 1e9, result.latencyNs(), 1.0);
            }
            for (Timeline.Slice slice : timeline.slices()) {
                writer.outputIntervalHistogram(slice.fromNs() / 1e9, slice.toNs() / 1e9, slice.latencyNs(), 1.0);
            }
            for (Kinds.Kind type : result.kinds().types()) {
                Histogram tagged = type.latencyNs().copy();
                tagged.setTag(type.name().replaceAll("[\\s,]", "_"));
                writer.outputIntervalHistogram(timeline.fromNs() / 1e9, timeline.toNs() / 1e9, tagged, 1.0);
            }
            if (out.checkError()) {
                throw new IOException(file + " could not be written");
            }
        }
    }

    /** The table. */
    static String percentiles(Histogram latencyNs) {
        StringBuilder out = new StringBuilder("percentile,latencyUs,countAtOrBelow\n");
        for (Step step : steps(latencyNs)) {
            out.append(Figures.cell(step.percentile))
                    .append(',')
                    .append(Figures.cell(step.latencyUs))
                    .append(',')
                    .append(step.count)
                    .append('\n');
        }
        return out.toString();
    }

    /** The distribution, finer towards its end; empty if nothing was recorded. */
    static List<Step> steps(Histogram latencyNs) {
        List<Step> steps = new ArrayList<>();
        if (latencyNs.getTotalCount() == 0) {
            return steps;
        }
        for (HistogramIterationValue value : latencyNs.percentiles(TICKS_PER_HALF_DISTANCE)) {
            steps.add(new Step(
                    Figures.rounded(value.getPercentileLevelIteratedTo()),
                    Figures.rounded(value.getValueIteratedTo() / 1e3),
                    value.getTotalCountToThisValue()));
        }
        return steps;
    }

    /** {@code count} transactions took {@code latencyUs} or less; they are {@code percentile} of all. */
    record Step(double percentile, double latencyUs, long count) {}
}
