// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Words;

/** {@code live watch}: what a live cluster does, second by second. */
final class LiveWatch {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LOOK_MS = 20;
    private static final String ROW = "%-8s  %-16s  %14s  %14s  %10s  %10s  %s%n";
    private static final String NARROW_ROW = "%-6s %-11s %13s %13s %9s %9s  %s%n";
    /** What a wide row takes with a few threads. */
    private static final int WIDE = 100;

    private final LiveCluster cluster;
    private final Console console;
    private final boolean narrow;

    LiveWatch(LiveCluster cluster, Console console) {
        this.cluster = cluster;
        this.console = console;
        narrow = Screen.columns(console.out()) < WIDE;
    }

    ExitStatus watch(Optional<Integer> seconds, OutputFormat output) {
        if (seconds.isEmpty() && !console.terminal()) {
            throw new RefusedException(
                    "Without a terminal nobody can press a key that ends it; say how long, as in live watch --for 10.");
        }
        Table table = new Table(
                "atSeconds",
                "protocol",
                "committedPerSecond",
                "abortedPerSecond",
                "latencyP50Us",
                "latencyP99Us",
                "threadUtilisation");
        if (output == OutputFormat.TABLE) {
            console.out()
                    .printf(
                            narrow ? NARROW_ROW : ROW,
                            "after",
                            "protocol",
                            "committed",
                            "aborted",
                            "p50",
                            "p99",
                            narrow ? "threads" : "live threads, of a core each");
        }
        LiveLook before = cluster.look();
        long beganNs = System.nanoTime();
        for (int second = 1; second <= seconds.orElse(Integer.MAX_VALUE); second++) {
            if (!passes(beganNs + second * SECOND_NS)) {
                break;
            }
            LiveLook now = cluster.look();
            show(before, now, table, output);
            before = now;
        }
        if (output != OutputFormat.TABLE) {
            table.print(output, "watch", 2, console.out());
        }
        return ExitStatus.DONE;
    }

    /** Waits until an instant; false if somebody wants to end it. */
    private boolean passes(long untilNs) {
        while (System.nanoTime() < untilNs) {
            if (console.cancellation().isCancelled() || console.key().getAsBoolean()) {
                return false;
            }
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private void show(LiveLook before, LiveLook now, Table table, OutputFormat output) {
        double seconds = (now.atNs() - before.atNs()) / 1e9;
        Histogram latencyNs = now.latencyNs().copy();
        latencyNs.subtract(before.latencyNs());
        double committed = (now.committed() - before.committed()) / seconds;
        double aborted = (now.aborted() - before.aborted()) / seconds;
        double p50Us = Figures.percentileUs(latencyNs, 50);
        double p99Us = Figures.percentileUs(latencyNs, 99);
        List<String> shares = new ArrayList<>();
        double sum = 0;
        int threads = now.swaps() == before.swaps() ? now.busyNs().length : 0;
        for (int thread = 0; thread < threads; thread++) {
            double share = Math.min(1, (now.busyNs()[thread] - before.busyNs()[thread]) / 1e9 / seconds);
            sum += share;
            shares.add(Words.percent(share));
        }
        if (output == OutputFormat.TABLE) {
            console.out()
                    .printf(
                            narrow ? NARROW_ROW : ROW,
                            String.format(Locale.ROOT, "%.1f s", now.atNs() / 1e9),
                            now.protocol(),
                            Words.rate(committed),
                            Words.rate(aborted),
                            Words.micros(p50Us),
                            Words.micros(p99Us),
                            shares.isEmpty()
                                    ? narrow ? "new" : "new since a swap"
                                    : narrow ? Words.percent(sum / threads) : String.join(" ", shares));
            console.out().flush();
        } else {
            table.add(
                    now.atNs() / 1e9,
                    now.protocol(),
                    committed,
                    aborted,
                    Json.number(p50Us),
                    Json.number(p99Us),
                    threads == 0 ? null : sum / threads);
        }
    }
}
