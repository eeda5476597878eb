// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Words;

/**
 * What {@code whatif} is asked to do.
 *
 * @param mix the name of a mix, or the path of a YAML file
 * @param sets {@code key=value}, in the order given; the last one of a key wins
 * @param seed the seed, or nothing: the mix's own
 * @param parameters keys of numbers that are changed instead of stages and resources; none for those and the ladder
 * @param factors how many times as fast, or as good, each is made
 * @param parallel how many runs at once; 0 for as many as there are cores
 * @param output the form of what is printed
 */
public record WhatIfRequest(
        String mix,
        List<String> sets,
        OptionalLong seed,
        List<String> parameters,
        List<Double> factors,
        int parallel,
        OutputFormat output) {
    /** Copies the lists. */
    public WhatIfRequest {
        sets = List.copyOf(sets);
        parameters = List.copyOf(parameters);
        factors = List.copyOf(factors);
    }

    /** The command that does the same again, with the seed said even where the mix gives it. */
    String command(long said) {
        StringBuilder command =
                new StringBuilder(Program.called()).append(" whatif ").append(Words.quoted(mix));
        sets.forEach(set -> command.append(" --set ").append(Words.quoted(set)));
        if (!parameters.isEmpty()) {
            command.append(" --parameter ").append(String.join(",", parameters));
        }
        command.append(" --factor ").append(factors.stream().map(Figures::cell).collect(Collectors.joining(",")));
        return command.append(" --seed ").append(said).toString();
    }
}
