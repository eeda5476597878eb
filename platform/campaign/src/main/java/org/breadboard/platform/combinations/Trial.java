// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combinations;

import org.breadboard.platform.combine.Answer;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.verbs.Experiment;

/** Runs for a moment what a {@link Question} found to run, and has it verified like any run. For one thread. */
final class Trial {
    private static final int LONGER = 10;
    private static final int MOST_LONGER = 2;

    private final Experiment experiment;

    Trial(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * How a run went.
     *
     * @param committed transactions or operations in the window
     * @param failure one sentence, or empty: it was verified
     */
    record Outcome(long committed, String failure) {}

    /**
     * Runs the small mix of an answer.
     *
     * @throws org.breadboard.api.RefusedException if it is refused all the same
     */
    Outcome run(Answer answer) {
        RunResult result = experiment.once(answer.mix());
        for (int longer = 0; longer < MOST_LONGER && isIdle(result); longer++) {
            Mix.Time time = result.mix().time();
            result = experiment.once(answer.mix().withTime(new Mix.Time(time.warmupNs(), time.measureNs() * LONGER)));
        }
        return new Outcome(result.committed(), failure(result));
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
