// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Summary;

/**
 * A command of a user's that {@link CommandBenchmark} times: its words, which figures its output has, and the goals
 * that were set for them on two idle cores ({@code docs/users/speed.md}).
 *
 * @param kind what it is
 * @param words the verb and what follows it; none for the shell
 * @param goals by measure, as words
 */
record TimedCommand(Kind kind, List<String> words, Map<String, String> goals) {
    static final String SECONDS = "seconds";
    private static final String MESSAGES = "messagesPerSecond";
    private static final String COMMITTED = "committedPerSecond";
    private static final String P99 = "p99Us";
    private static final String THREADS = "--threads";
    private static final List<String> LIVE =
            List.of("run", "fasst-smallbank", "--runtime", "live", "--set", "cluster.nodes=3");

    /** What is measured beside time and memory. */
    enum Kind {
        /** Nothing. */
        PLAIN,
        /** A run in virtual time. */
        SIMULATED,
        /** Two of them at once. */
        SIDE_BY_SIDE,
        /** A run on real threads. */
        LIVE,
        /** Micro-benchmarks, by JMH. */
        MICRO,
        /** Every shipped study, one after another. */
        STUDIES
    }

    /** All of them by name, in the order of printing. Some run only where they are named. */
    static Map<String, TimedCommand> all() {
        Map<String, TimedCommand> all = new LinkedHashMap<>();
        all.put(
                "fasst-smallbank",
                run(Map.of(SECONDS, "at most 2.5", MESSAGES, "at least 1000000"), "fasst-smallbank"));
        all.put(
                "fasst-smallbank-5ms",
                run(Map.of(SECONDS, "a third of other"), "fasst-smallbank", "--set", "time.measureUs=5000"));
        List<String> threads = List.of("run", "fasst-smallbank", "--set", "time.measureUs=5000", THREADS, "2");
        all.put("fasst-smallbank-2threads", new TimedCommand(Kind.SIMULATED, threads, Map.of(MESSAGES, "1.5 of one")));
        all.put(
                "fasst-smallbank-2runs",
                new TimedCommand(Kind.SIDE_BY_SIDE, threads.subList(0, threads.size() - 2), Map.of()));
        all.put("xenic-smallbank", run(Map.of(), "xenic-smallbank"));
        all.put("hades-ycsb-a", run(Map.of(), "hades-ycsb-a"));
        all.put("nocc-counter", run(Map.of(), "nocc-counter"));
        all.put("list-mixes", new TimedCommand(Kind.PLAIN, List.of("list", "mixes"), Map.of(SECONDS, "at most 0.25")));
        all.put("shell", new TimedCommand(Kind.PLAIN, List.of(), Map.of(SECONDS, "at most 0.6")));
        all.put("live", new TimedCommand(Kind.LIVE, LIVE, Map.of(COMMITTED, "at least 550000")));
        List<String> open = new ArrayList<>(LIVE);
        open.addAll(List.of("--set", "load.ratePerNode=60000"));
        all.put("live-open", new TimedCommand(Kind.LIVE, List.copyOf(open), Map.of(P99, "at most 5000")));
        all.put("scheduler", micro("SchedulerBenchmark", Map.of("scheduler", "at least 28 million/s")));
        all.put("ring", micro("InboxBenchmark", Map.of("inbox", "at most 12 ns")));
        all.put("studies", new TimedCommand(Kind.STUDIES, List.of("study"), Map.of(SECONDS, "at most 1500")));
        return all;
    }

    private static TimedCommand run(Map<String, String> goals, String... words) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(words));
        return new TimedCommand(Kind.SIMULATED, List.copyOf(all), goals);
    }

    private static TimedCommand micro(String benchmark, Map<String, String> goals) {
        return new TimedCommand(Kind.MICRO, List.of("bench", benchmark), goals);
    }

    /** Whether it is called only if it is named: it takes hours, or builds of before cannot do it. */
    boolean isOnlyIfNamed() {
        return kind == Kind.STUDIES || words.contains(THREADS);
    }

    /** What is called, one after another, each without the program's own path. */
    List<List<String>> calls(Path home, Path report) throws IOException {
        if (kind == Kind.STUDIES) {
            try (Stream<Path> files = Files.list(home.resolve("studies"))) {
                return files.map(file -> file.getFileName().toString())
                        // What assumptions matter is asked of a study's figures, and no figure of these papers.
                        .filter(name -> name.endsWith(".yaml")
                                && !name.startsWith("sensitivity-")
                                && !name.startsWith("beyond-"))
                        .sorted()
                        .map(name -> List.of("study", name.substring(0, name.length() - ".yaml".length())))
                        .toList();
            }
        }
        List<String> call = new ArrayList<>(words);
        switch (kind) {
            case SIMULATED, SIDE_BY_SIDE, LIVE -> call.addAll(List.of("--output", "json"));
            case MICRO -> call.addAll(List.of("-rf", "json", "-rff", report.toString()));
            default -> {
                // It prints nothing that is measured.
            }
        }
        return List.of(call);
    }

    /** How many of a call are made at once. */
    int atOnce() {
        return kind == Kind.SIDE_BY_SIDE ? 2 : 1;
    }

    /** The figures of calls that were made at once: rates are added up, of all else the greatest is told. */
    Map<String, Double> figures(List<Path> printed, Path report) throws IOException {
        Map<String, Double> all = new LinkedHashMap<>();
        for (Path each : printed) {
            figures(each, report)
                    .forEach((measure, figure) ->
                            all.merge(measure, figure, measure.endsWith("PerSecond") ? Double::sum : Math::max));
        }
        return all;
    }

    private Map<String, Double> figures(Path printed, Path report) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        switch (kind) {
            case SIMULATED, SIDE_BY_SIDE -> {
                Summary summary = Summary.read(printed);
                figures.put(MESSAGES, summary.messagesPerSecond());
                figures.put("eventsPerSecond", summary.eventsPerSecond());
                figures.putAll(summary.workSeconds());
            }
            case LIVE -> {
                Summary summary = Summary.read(printed);
                figures.put(COMMITTED, summary.committedPerSecond());
                figures.put("p50Us", summary.latencyUs("p50"));
                figures.put(P99, summary.latencyUs("p99"));
            }
            case MICRO -> {
                for (JsonNode each : Json.read(report)) {
                    String name = each.at("/benchmark").asText();
                    figures.put(
                            name.substring(name.lastIndexOf('.') + 1),
                            each.at("/primaryMetric/score").asDouble());
                }
            }
            default -> {
                // Time and memory are all there is.
            }
        }
        return figures;
    }
}
