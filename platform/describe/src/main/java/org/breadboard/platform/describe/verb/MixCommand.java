// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.describe.MixReport;
import org.breadboard.platform.describe.NewMix;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "mix",
        description = "Writes a mix to start from, or says what the parts of a mix ask of each other.",
        footer = {
            "",
            "Example:",
            "  breadboard mix new mine --from fasst-smallbank",
            "  breadboard mix new other --protocol xenic --hardware liquidio3 --workload retwis",
            "  breadboard mix check mine"
        })
final class MixCommand extends VerbCommand {
    /** What can be done with a mix besides running it. */
    enum Action {
        /** Writes one. */
        NEW,
        /** Reports on one. */
        CHECK
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "new or check.")
    private Action action;

    @Parameters(index = "1", paramLabel = "MIX", description = "The name of the mix, or the path of a YAML file.")
    private String mix;

    @Option(names = "--from", paramLabel = "MIX", description = "new: the mix to start from.")
    private String from;

    @Option(names = "--protocol", paramLabel = "ID", description = "new: its protocol ('list protocols').")
    private String protocol;

    @Option(names = "--hardware", paramLabel = "PROFILE", description = "new: its data sheet ('list profiles').")
    private String hardware;

    @Option(names = "--workload", paramLabel = "ID", description = "new: its workload ('list workloads').")
    private String workload;

    @Option(names = "--testbed", paramLabel = "NAME", description = "new: its testbed ('list testbeds').")
    private String testbed;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets one key; may be given again and again.")
    private List<String> overrides = List.of();

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return action == Action.CHECK ? mix : from == null ? "" : from;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        List<String> sets = new ArrayList<>();
        add(sets, "testbed", testbed);
        add(sets, "protocol", protocol);
        add(sets, "hardware.profile", hardware);
        add(sets, "workload", workload);
        if (action == Action.CHECK && (from != null || !sets.isEmpty())) {
            throw mistake("only --set and --output go with 'mix check'");
        }
        sets.addAll(overrides);
        return switch (action) {
            case NEW -> new NewMix(scope).write(mix, Optional.ofNullable(from), sets, output.format());
            case CHECK -> new MixReport(scope).print(mix, sets, output.format());
        };
    }

    private static void add(List<String> sets, String key, String value) {
        if (value != null) {
            sets.add(key + "=" + value);
        }
    }
}
