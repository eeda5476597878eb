// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.verbs.Experiment;

/** Runs the shipped micro-benchmark of RDMA verbs as something was measured, with numbers of a data sheet changed. */
final class Bench {
    private static final String MIX = "rdma-verbs";
    private static final int LEAST_BYTES = 8;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_OUTSTANDING = 256;

    private final Experiment experiment;
    private final String base;
    private int runs;

    Bench(Experiment experiment, String base) {
        this.experiment = experiment;
        this.base = base;
    }

    /** Whether it can run what was measured. */
    static boolean runs(Measured measured) {
        boolean verb = measured.operation() == Operation.READ
                || measured.operation() == Operation.WRITE && measured.metric() != Metric.LATENCY;
        return verb && measured.bytes() <= MOST_BYTES;
    }

    /** What the model measures, in the unit of what was measured. */
    double measure(Measured measured, Map<String, Double> sheet) {
        runs++;
        Map<String, String> sets = new LinkedHashMap<>();
        sets.put("hardware.profile", base);
        sets.put("cluster.nodes", "2");
        sets.put("cluster.threads", Integer.toString(measured.threads()));
        sets.put("cluster.cores", "0");
        sets.put("cluster.hyperthreads", "0");
        sets.put("protocol.initiators", "first");
        sets.put("protocol.verb", measured.operation().name());
        sets.put("protocol.valueBytes", Integer.toString(Math.max(LEAST_BYTES, measured.bytes())));
        boolean latency = measured.metric() == Metric.LATENCY;
        int outstanding = latency ? 1 : Math.min(measured.outstanding(), MOST_OUTSTANDING);
        sets.put("load.contexts", Integer.toString(outstanding));
        // As long as some hundred operations of the size take on the wire at a Gb/s.
        long windowUs = Math.max(200, measured.bytes() / 10L);
        sets.put("time.warmupUs", Long.toString(windowUs));
        sets.put("time.measureUs", Long.toString(windowUs));
        sheet.forEach((name, value) -> sets.put("hardware." + name, Figures.cell(Figures.rounded(value))));
        List<String> all = sets.entrySet().stream()
                .map(set -> set.getKey() + "=" + set.getValue())
                .toList();
        RunResult result = experiment.once(experiment.resolve(MixRequest.of(MIX, all)));
        return switch (measured.metric()) {
            case LATENCY -> result.latencyNs().getMean();
            case RATE -> result.committedPerSecond();
            case BANDWIDTH -> result.committedPerSecond() * 8 * measured.bytes();
        };
    }

    /** How many runs there were. */
    int runs() {
        return runs;
    }
}
