package org.breadboard.shell.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
final class MixVerb extends Verb {
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

    @Spec
    private CommandSpec spec;

    MixVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        List<String> sets = new ArrayList<>();
        add(sets, "testbed", testbed);
        add(sets, "protocol", protocol);
        add(sets, "hardware.profile", hardware);
        add(sets, "workload", workload);
        if (action == Action.CHECK && (from != null || !sets.isEmpty())) {
            throw new ParameterException(spec.commandLine(), "only --set and --output go with 'mix check'");
        }
        sets.addAll(overrides);
        return switch (action) {
            case NEW -> breadboard.newMix(mix, Optional.ofNullable(from), sets, output.format(), console);
            case CHECK -> breadboard.checkMix(mix, sets, output.format(), console);
        };
    }

    private static void add(List<String> sets, String key, String value) {
        if (value != null) {
            sets.add(key + "=" + value);
        }
    }
}
