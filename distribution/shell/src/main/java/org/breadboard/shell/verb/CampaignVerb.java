package org.breadboard.shell.verb;

import java.util.List;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.campaign.CampaignRequest;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.PointCount;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "campaign",
        description = "Runs many small mixes that follow from seeds, verifies each, and makes those that fail small.",
        footer = {
            "",
            "A seed decides on protocol, hardware, workload, sizes and faults. Ends with 1 if one fails.",
            "",
            "Example:",
            "  breadboard campaign --seeds 200",
            "  breadboard campaign --mix fasst-contended --minutes 10 --set protocol.breakage=skip-lock"
        })
final class CampaignVerb extends Verb {
    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds; default: 100, or no end with --minutes.")
    private Integer seeds;

    @Option(names = "--first", paramLabel = "N", description = "The first seed; default: 1.")
    private Long first;

    @Option(names = "--minutes", paramLabel = "M", description = "No seed begins after so many minutes.")
    private Double minutes;

    @Option(
            names = "--mix",
            paramLabel = "MIX",
            split = ",",
            description = "Only these mixes, with their protocol and hardware; default: all that is installed.")
    private List<String> mixes = List.of();

    @Option(
            names = "--protocol",
            paramLabel = "ID",
            split = ",",
            description = "Only these protocols, on all hardware that they run on.")
    private List<String> protocols = List.of();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one key for every seed; may be given again and again.")
    private List<String> sets = List.of();

    @Option(
            names = "--nemesis",
            paramLabel = "LIST",
            description = "Only these strike in windows of time, with commas between (see faults.nemesis of a mix);"
                    + " default: all that a protocol bears.")
    private String nemesis;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many seeds run at once; default: as many as there are cores.")
    private Integer parallel;

    @Option(names = "--fail-fast", description = "No seed begins after one has failed.")
    private boolean failFast;

    @Option(
            names = "--resume",
            description = "Goes on with the newest campaign that was stopped or killed, to the end that it was to"
                    + " have; what has ended is kept.")
    private boolean resume;

    @Mixin
    private OutputOption output;

    @Spec
    private CommandSpec spec;

    CampaignVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        if (seeds != null && (seeds < 1 || seeds > CampaignRequest.MOST)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--seeds is how many seeds, from 1 to " + CampaignRequest.MOST + ", and not " + seeds);
        }
        if (first != null && first < 0 || minutes != null && !(minutes >= 0)) {
            throw new ParameterException(spec.commandLine(), "--first and --minutes are not less than 0");
        }
        if (!mixes.isEmpty() && !protocols.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--mix names its protocol; give it or --protocol");
        }
        return breadboard.campaign(
                new CampaignRequest(
                        first,
                        seeds,
                        minutes,
                        mixes,
                        protocols,
                        sets,
                        nemesis,
                        parallel == null ? 0 : parallel,
                        failFast,
                        resume,
                        output.format()),
                console);
    }
}
