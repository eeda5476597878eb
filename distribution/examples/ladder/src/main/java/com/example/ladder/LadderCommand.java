package com.example.ladder;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.Trial;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One call of the verb: picocli fills the fields, and {@code execute} does what they say. */
@Command(
        name = "ladder",
        description = "Runs a mix with 1, 2, 4, ... contexts a thread, and shows what each step gains.",
        footer = {"", "Example:", "  breadboard ladder fasst-smallbank --most 32"})
final class LadderCommand extends VerbCommand {
    private static final String[] FIGURES = {"committedPerSecond", "latencyP50Us", "latencyP99Us"};

    @Parameters(paramLabel = "MIX", description = "The name of a mix ('list mixes'), or the path of a YAML file.")
    private String mix;

    @Option(names = "--most", paramLabel = "N", description = "The most contexts; default: 16.")
    private int most = 16;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets one key; may be given again and again.")
    private List<String> sets = List.of();

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return mix;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) {
        if (most < 1) {
            throw mistake("--most is 1 or more, and not " + most);
        }
        Table table = new Table("contexts", FIGURES[0], FIGURES[1], FIGURES[2]);
        try (Progress progress = scope.console().progress(mix)) {
            for (int contexts = 1; contexts <= most; contexts *= 2) {
                progress.at(contexts + " contexts", (double) contexts / most, "");
                List<String> all = new ArrayList<>(sets);
                all.add("load.contexts=" + contexts);
                Trial trial = scope.run(mix, all);
                if (!trial.verified() || trial.partial()) {
                    String why = trial.partial() ? "you stopped it" : trial.trouble();
                    scope.console().err().println("With " + contexts + " contexts it did not end well: " + why);
                    return ExitStatus.FAILED;
                }
                table.add(contexts, figure(trial, 0), figure(trial, 1), figure(trial, 2));
            }
        }
        table.print(output.format(), "ladder", 2, scope.console().out());
        return ExitStatus.DONE;
    }

    private static double figure(Trial trial, int which) {
        return trial.figure(FIGURES[which]).orElse(Double.NaN);
    }
}
