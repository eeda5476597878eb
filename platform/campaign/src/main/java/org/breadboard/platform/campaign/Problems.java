// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.platform.cases.Ended;

/** Why a campaign fails, in sentences. */
final class Problems {
    private final List<Ended> ended;
    private final Map<String, Long> fired;
    private final List<String> sentences = new ArrayList<>();

    /** Of these seeds; {@code fired} is how often each fault did. */
    Problems(List<Ended> ended, Map<String, Long> fired) {
        this.ended = ended;
        this.fired = fired;
    }

    /** Those that there are; others may be added. */
    List<String> sentences() {
        return sentences;
    }

    /** Each seed that failed. */
    void addFailures() {
        for (Ended each : ended) {
            if (each.failed()) {
                sentences.add("Seed " + each.seed() + ": " + String.join(" ", each.verdict()));
                sentences.add("  Replay it with: " + each.replay());
            }
        }
    }

    /**
     * What did not come about.
     *
     * @param asked the faults that were to strike
     * @param states those that were to be met, and with them all faults that a seed has drawn; or null
     */
    void addMissed(Set<String> asked, States states) {
        for (String fault : asked) {
            if (fired.getOrDefault(fault, 0L) == 0) {
                sentences.add("No fault '" + fault + "' fired, although it was asked for: take more seeds, or protocols"
                        + " that bear it.");
            }
        }
        if (states != null) {
            fired.forEach((fault, count) -> {
                if (count == 0 && !asked.contains(fault)) {
                    sentences.add("Fault '" + fault + "' was drawn, and struck in none of " + ended.size() + " seeds.");
                }
            });
            states.notMet()
                    .forEach(state -> sentences.add("State '" + state + "' was met by none of " + ended.size()
                            + " seeds: take more of them, or have who draws them reach it."));
        }
    }
}
