// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.io.IOException;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "campaign",
        description = "Runs many small mixes that follow from seeds, verifies each, and makes those that fail small.",
        footer = {
            "",
            "A seed decides on protocol, hardware, workload, sizes and faults. Ends with 1 if one fails.",
            "",
            "Example:",
            "  breadboard campaign --seeds 200",
            "  breadboard campaign --mix fasst-contended --minutes 10 --set protocol.breakage=skip-validation",
            "  breadboard campaign --protocol fasst --every arrival"
        })
final class CampaignCommand extends VerbCommand {
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

    @Option(
            names = "--every",
            paramLabel = "MOMENT",
            description = "One small run of each protocol, and a fault at every step, arrival or store of it, in the"
                    + " place of seeds.")
    private String every;

    @Option(names = "--fail-fast", description = "No seed begins after one has failed.")
    private boolean failFast;

    @Option(
            names = "--states",
            description = "Ends with 1 if a counter of the parts stays 0 over all seeds, unless only a defect moves it,"
                    + " and names it.")
    private boolean states;

    @Option(
            names = "--guided",
            description =
                    "Draws every other seed near one that met a state, or a pair of states, that none before it had"
                            + " met.")
    private boolean guided;

    @Option(
            names = "--resume",
            description = "Goes on with the newest campaign that was stopped or killed, to the end that it was to"
                    + " have; what has ended is kept.")
    private boolean resume;

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return mixes.isEmpty() ? "" : mixes.get(0);
    }

    @Override
    protected String title() {
        return words().name();
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (seeds != null && (seeds < 1 || seeds > CampaignRequest.MOST)) {
            throw mistake("--seeds is how many seeds, from 1 to " + CampaignRequest.MOST + ", and not " + seeds);
        }
        if (first != null && first < 0 || minutes != null && !(minutes >= 0)) {
            throw mistake("--first and --minutes are not less than 0");
        }
        if (!mixes.isEmpty() && !protocols.isEmpty()) {
            throw mistake("--mix names its protocol; give it or --protocol");
        }
        if (every != null && guided) {
            throw mistake("--every draws nothing that could be guided; give it or --guided");
        }
        if (every != null && sets.stream().anyMatch(set -> set.startsWith(MixKeys.FAULT_AT.name() + "="))) {
            throw mistake("--every has a fault at each instant; leave --set " + MixKeys.FAULT_AT.name() + " out");
        }
        CampaignRequest request = new CampaignRequest(
                first,
                seeds,
                minutes,
                mixes,
                protocols,
                sets,
                nemesis,
                parallel == null ? 0 : parallel,
                failFast,
                moment(),
                states,
                guided,
                resume,
                output.format());
        scope.useAll();
        Campaign campaign = new Campaign(scope.plugins(), scope.folders(), scope.patience(), scope.console());
        return campaign.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private FaultAt.Moment moment() {
        try {
            return every == null ? null : FaultAt.Moment.of(every);
        } catch (IllegalArgumentException wrong) {
            throw mistake("--every " + wrong.getMessage());
        }
    }
}
