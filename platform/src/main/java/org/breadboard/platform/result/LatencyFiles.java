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

/** Latency as files: an HdrHistogram log, and a table by percentile. */
final class LatencyFiles {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private LatencyFiles() {}

    /** One interval, from 0 to the measured time. */
    static void writeLog(Path file, Histogram latencyNs, long measuredNs) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("latency in ns, from the intended start of a transaction to its completion");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            writer.outputIntervalHistogram(0, measuredNs / 1e9, latencyNs, 1.0);
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
