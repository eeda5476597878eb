// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.result.Words;

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

    /** The mix that it means. */
    MixRequest asMix() {
        return MixRequest.of(mix, sets());
    }

    /** All that is set, seed, runtime and exploration among it. */
    List<String> sets() {
        List<String> sets = new ArrayList<>(overrides);
        seed.ifPresent(value -> sets.add("seed=" + value));
        if (runtime != null) {
            sets.add("runtime=" + runtime.name().toLowerCase(Locale.ROOT));
        }
        if (explore) {
            sets.add("explore=true");
        }
        return List.copyOf(sets);
    }

    /** The command that runs the same again, with the seed said even where the mix gives it. */
    String replay(long drawn) {
        StringBuilder command =
                new StringBuilder(Program.called()).append(" run ").append(Words.quoted(mix));
        overrides.forEach(set -> command.append(" --set ").append(Words.quoted(set)));
        if (runtime != null) {
            command.append(" --runtime ").append(runtime.name().toLowerCase(Locale.ROOT));
        }
        return command.append(explore ? " --explore" : "")
                .append(" --seed ")
                .append(drawn)
                .toString();
    }
}
