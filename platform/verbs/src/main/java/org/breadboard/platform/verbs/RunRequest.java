package org.breadboard.platform.verbs;

import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code run} is asked to do.
 *
 * @param mix the name of a shipped mix, or the path of a YAML file
 * @param overrides {@code key=value}, in the order given; the last one of a key wins
 * @param seed the seed, or nothing: the mix's own
 * @param runtime the runtime, or null: the mix's own
 * @param explore whether the seed also draws jitter, ties and torn copies
 * @param printConfig whether to print the resolved mix and run nothing
 * @param output the form of what is printed
 */
public record RunRequest(
        String mix,
        List<String> overrides,
        OptionalLong seed,
        RuntimeKind runtime,
        boolean explore,
        boolean printConfig,
        OutputFormat output) {

    /** The runtimes that there are. */
    public enum RuntimeKind {
        /** Virtual time, one thread, the same bytes for the same seed. */
        SIM,
        /** Real threads, wall-clock time. */
        LIVE
    }
}
