package org.breadboard.platform.whatif;

import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.console.OutputFormat;

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
}
