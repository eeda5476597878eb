package org.breadboard.platform.result;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.Settings;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/** Results of runs that never were, for tests. */
public final class Results {
    private Results() {}

    /** A verified run that committed so many transactions in a millisecond. */
    public static RunResult committed(int contexts, long committed) {
        return result(
                contexts,
                committed,
                new RunVerdict(true, true, true, true, committed, 0, null, List.of(), List.of()),
                List.of());
    }

    /** A run that was found wrong. */
    public static RunResult violated(int contexts) {
        String anomaly = "G1c: <b>T1</b> & \"T2\" read each other.";
        return result(
                contexts,
                9,
                new RunVerdict(false, true, true, true, 9, 0, null, List.of(), List.of(anomaly)),
                List.of());
    }

    /** A verified run with this usage. */
    public static RunResult used(List<RunResult.Utilisation> usage) {
        return result(1, 10, new RunVerdict(true, false, true, true, 10, 0, null, List.of(), List.of()), usage);
    }

    /** A run that checked too little, in this sentence. */
    public static RunResult tooLittle(String sentence) {
        return result(1, 10, new RunVerdict(null, true, true, true, 10, 0, sentence, List.of(), List.of()), List.of());
    }

    /** A run of whose invariants nothing is known, for this reason. */
    public static RunResult unjudged(String reason) {
        return result(
                1, 10, new RunVerdict(true, false, true, null, 10, 3, null, List.of(reason), List.of()), List.of());
    }

    private static RunResult result(
            int contexts, long committed, RunVerdict verdict, List<RunResult.Utilisation> usage) {
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
                Faults.NONE,
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
                Map.of("<script>alert(1)</script>", committed),
                Map.of(),
                usage,
                200 * committed,
                Double.NaN,
                Map.of("switch.forwarded", 4711L, "switch.dropped", 0L),
                verdict,
                List.of("A remark."),
                false,
                null,
                1000,
                1_000_000_000);
    }
}
