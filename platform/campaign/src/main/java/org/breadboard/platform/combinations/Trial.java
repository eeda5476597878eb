package org.breadboard.platform.combinations;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.breadboard.platform.combine.Answer;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.Runner;

/** Runs for a moment what a {@link Question} found to run, and has it verified like any run. For one thread. */
public final class Trial {
    private static final int LONGER = 10;
    private static final int MOST_LONGER = 2;

    private final Runner runner;
    private final BooleanSupplier cancelled;

    /**
     * A trial of plug-ins that are given up after {@code patience}.
     *
     * @param cancelled whether to stop
     */
    public Trial(Duration patience, BooleanSupplier cancelled) {
        runner = new Runner(patience);
        this.cancelled = cancelled;
    }

    /**
     * How a run went.
     *
     * @param committed transactions or operations in the window
     * @param failure one sentence, or empty: it was verified
     */
    public record Outcome(long committed, String failure) {}

    /**
     * Runs the small mix of an answer.
     *
     * @throws org.breadboard.api.RefusedException if it is refused all the same
     */
    public Outcome run(Answer answer) {
        RunResult result = run(answer.mix());
        for (int longer = 0; longer < MOST_LONGER && isIdle(result); longer++) {
            Mix.Time time = result.mix().time();
            result = run(answer.mix().withTime(new Mix.Time(time.warmupNs(), time.measureNs() * LONGER)));
        }
        return new Outcome(result.committed(), failure(result));
    }

    private RunResult run(ResolvedMix mix) {
        return runner.run(mix.mix(), mix.parts(), null, (phase, share, committed) -> {}, cancelled);
    }

    /** Whether the moment was too short for a single transaction. */
    private static boolean isIdle(RunResult result) {
        return result.verified() && result.showsNothing();
    }

    private static String failure(RunResult result) {
        if (result.failure() != null) {
            return result.failure().sentence();
        }
        if (!result.verified()) {
            return result.verdict().anomalies().isEmpty()
                    ? "what it did was not verified"
                    : result.verdict().anomalies().get(0);
        }
        return isIdle(result) ? "nothing was committed in " + result.measuredNs() / 1000 + " us" : "";
    }
}
