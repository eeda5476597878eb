// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.util.Map;
import java.util.OptionalDouble;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.PointRow;
import org.breadboard.platform.run.RunResult;

/**
 * What one run of a mix came to.
 *
 * @param verified whether it ended, and nothing that was promised was found broken
 * @param partial whether the user stopped it
 * @param trouble why it is not verified, in one sentence, or {@code ""}
 * @param columns what a row of {@code points.csv} says of it: each key that it ran with and each figure, by name
 */
public record Trial(boolean verified, boolean partial, String trouble, Map<String, String> columns) {
    static Trial of(ResolvedMix resolved, RunResult result) {
        String trouble = "";
        if (result.failure() != null) {
            trouble = result.failure().sentence();
        } else if (!result.verified()) {
            trouble = result.verdict().anomalies().stream()
                    .findFirst()
                    .map(Object::toString)
                    .orElse("It was not checked.");
        }
        return new Trial(result.verified(), result.partial(), trouble, PointRow.of(resolved, result));
    }

    /** A figure by its name, such as {@code committedPerSecond} or {@code latencyP99Us}; nothing if it has none. */
    public OptionalDouble figure(String name) {
        String text = columns.getOrDefault(name, "");
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
