// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import static org.breadboard.api.protocol.ProtocolType.Promise.SERIALIZABLE;
import static org.breadboard.api.protocol.ProtocolType.Promise.STRICT_SERIALIZABLE;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.Settings;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.platform.run.Work;

/** Results of runs that never were, for tests. */
public final class Results {
    private Results() {}

    /** A verified run that committed so many transactions in a millisecond. */
    public static RunResult committed(int contexts, long committed) {
        return result(
                contexts,
                committed,
                new RunVerdict(
                        STRICT_SERIALIZABLE,
                        true,
                        true,
                        true,
                        committed,
                        0,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null),
                List.of());
    }

    /** A run that was found wrong. */
    public static RunResult violated(int contexts) {
        String anomaly = "G1c: <b>T1</b> & \"T2\" read each other.";
        return result(
                contexts,
                9,
                new RunVerdict(
                        STRICT_SERIALIZABLE,
                        false,
                        true,
                        true,
                        9,
                        0,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(anomaly),
                        null),
                List.of());
    }

    /** A verified run with this usage. */
    public static RunResult used(List<RunResult.Utilisation> usage) {
        return result(
                1,
                10,
                new RunVerdict(
                        SERIALIZABLE, true, true, true, 10, 0, null, List.of(), List.of(), List.of(), List.of(), null),
                usage);
    }

    /** A run that checked too little, in this sentence. */
    public static RunResult tooLittle(String sentence) {
        return result(
                1,
                10,
                new RunVerdict(
                        STRICT_SERIALIZABLE,
                        null,
                        true,
                        true,
                        10,
                        0,
                        sentence,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null),
                List.of());
    }

    /** A run of whose invariants nothing is known, for this reason. */
    public static RunResult unjudged(String reason) {
        return result(
                1,
                10,
                new RunVerdict(
                        SERIALIZABLE,
                        true,
                        true,
                        null,
                        10,
                        3,
                        null,
                        List.of(),
                        List.of(),
                        List.of(reason),
                        List.of(),
                        null),
                List.of());
    }

    /** A verified run with crashes, from which it came back so. */
    public static RunResult crashed(List<AfterCrash> crashes) {
        Faults faults = new Faults(
                0, 0, 0, List.of(Faults.Kind.CRASH), false, 1_000_000, 100_000, 0, 0, 1, null, Faults.Control.NONE);
        return result(
                1,
                10,
                new RunVerdict(
                        STRICT_SERIALIZABLE,
                        true,
                        true,
                        true,
                        10,
                        0,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null),
                List.of(),
                faults,
                crashes);
    }

    private static Kinds.Kind kind(String name, long committed) {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(500_000, committed);
        long[] aborted = new long[AbortReason.values().length];
        aborted[AbortReason.LOCKED.ordinal()] = 3;
        return new Kinds.Kind(name, latency, aborted);
    }

    /** Two slices, all of what committed in the first, with a fault of a hostile name. */
    private static Timeline timeline(long committed) {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(500_000, committed);
        long[] none = new long[AbortReason.values().length];
        return new Timeline(
                List.of(
                        new Timeline.Slice(0, 500_000, latency, new long[] {committed}, none, new double[0]),
                        new Timeline.Slice(500_000, 1_000_000, new Histogram(3), new long[] {0}, none, new double[0])),
                List.of(),
                List.of(new Timeline.Mark("<script>alert(2)</script>", "all", 100_000, 200_000)));
    }

    private static RunResult result(
            int contexts, long committed, RunVerdict verdict, List<RunResult.Utilisation> usage) {
        return result(contexts, committed, verdict, usage, Faults.NONE, List.of());
    }

    private static RunResult result(
            int contexts,
            long committed,
            RunVerdict verdict,
            List<RunResult.Utilisation> usage,
            Faults faults,
            List<AfterCrash> crashes) {
        Histogram latency = new Histogram(3);
        for (int i = 1; i <= 1000; i++) {
            latency.recordValue(i * 1000L);
        }
        Settings none = Settings.defaultsOf(List.of());
        Mix mix = new Mix(
                "some-mix",
                new Mix.Cluster(2, 5, 2, 1),
                new Mix.Hardware("profile", none),
                new Mix.Part("protocol", none),
                new Mix.Part("workload", none),
                List.of(),
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(0, 1_000_000),
                Mix.Network.PLAIN,
                faults,
                null,
                new Mix.Mode("sim", false, 0),
                1);
        return new RunResult(
                mix,
                1_000_000,
                committed,
                Double.NaN,
                latency,
                Map.of("LOCKED", 3L),
                new Kinds(List.of(kind("<script>alert(1)</script>", committed)), List.of(), List.of(), List.of()),
                timeline(committed),
                crashes,
                usage,
                200 * committed,
                Double.NaN,
                Map.of("switch.forwarded", 4711L, "switch.dropped", 0L),
                verdict,
                List.of("A remark."),
                false,
                null,
                new Work(200_000_000, 100_000_000, 500_000_000, 0, 200_000_000, 1000, 600, 3000, Map.of(2, 1.5)));
    }
}
