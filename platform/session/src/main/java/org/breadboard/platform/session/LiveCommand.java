// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import org.breadboard.platform.verbs.Word;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "live",
        description = "Runs a mix on real threads until it is stopped, and swaps its protocol under load.",
        footer = {
            "",
            "start MIX      starts it; one at a time",
            "watch          shows throughput, latency and utilisation, until a key is pressed",
            "swap PROTOCOL  pauses admission, drains, passes the records over, and goes on; if that fails, as before",
            "metrics        prints what it has done as OpenMetrics text",
            "stop           ends it, judges all that it did as one history, and keeps the result",
            "",
            "It lives in a process of its own until it is stopped; any shell or command of the same user reaches it.",
            "",
            "Example:",
            "  breadboard live start fasst-smallbank",
            "  breadboard -c \"live watch --for 5; live swap sw-impl; live watch --for 5; live stop\""
        })
final class LiveCommand extends VerbCommand {
    /** What can be done with a live cluster. */
    enum Action {
        START("start MIX [--set KEY=VALUE] [--metrics PORT]", 1, true, false),
        WATCH("watch [--for SECONDS]", 0, false, true),
        SWAP("swap PROTOCOL [--set KEY=VALUE]", 1, true, false),
        METRICS("metrics", 0, false, false),
        STOP("stop", 0, false, false);

        private final String usage;
        private final int count;
        private final boolean sets;
        private final boolean lasts;

        Action(String usage, int count, boolean sets, boolean lasts) {
            this.usage = usage;
            this.count = count;
            this.sets = sets;
            this.lasts = lasts;
        }
    }

    private static final int MOST_PORT = 65_535;

    private final LiveSlot slot;

    @Parameters(index = "0", paramLabel = "ACTION", description = "start, watch, swap, metrics or stop.")
    private Action action;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "MIX|PROTOCOL",
            description = "start: the mix ('list mixes'); swap: the protocol ('list protocols').")
    private String operand;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "start: sets one key of the mix; swap: one of the protocol's, protocol.KEY.")
    private List<String> overrides = List.of();

    @Option(names = "--for", paramLabel = "SECONDS", description = "watch: ends after so long.")
    private Integer seconds;

    @Option(
            names = "--metrics",
            paramLabel = "PORT",
            description =
                    "start: answers on http://127.0.0.1:PORT/metrics with what 'live metrics' prints; 0 takes a free port.")
    private Integer metrics;

    @Mixin
    private OutputOption output;

    LiveCommand(LiveSlot slot) {
        this.slot = slot;
    }

    @Override
    protected String subject() {
        return action == Action.START && operand != null ? operand : "";
    }

    @Override
    protected String title() {
        return words().name() + ' ' + Word.lower(action) + (operand == null ? "" : " " + operand);
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        boolean fits = (operand == null ? 0 : 1) == action.count
                && (overrides.isEmpty() || action.sets)
                && (seconds == null || action.lasts)
                && (metrics == null || action == Action.START);
        if (!fits) {
            throw mistake("The words of it are 'live " + action.usage + '\'');
        }
        if (seconds != null && seconds < 1) {
            throw mistake("--for: takes 1 second or more, not " + seconds);
        }
        if (metrics != null && (metrics < 0 || metrics > MOST_PORT)) {
            throw mistake("--metrics: takes a port from 0 to " + MOST_PORT + ", not " + metrics);
        }
        if (action == Action.METRICS && output.format() != OutputFormat.TABLE) {
            throw mistake("--output: 'live metrics' prints OpenMetrics text and no other form");
        }
        return switch (action) {
            case START -> slot.start(scope, operand, List.copyOf(overrides), metrics, output.format());
            case WATCH -> slot.watch(scope.console(), Optional.ofNullable(seconds), output.format());
            case SWAP -> slot.swap(scope, operand, List.copyOf(overrides), output.format());
            case METRICS -> slot.metrics(scope.console());
            case STOP -> slot.stop(scope, output.format());
        };
    }
}
