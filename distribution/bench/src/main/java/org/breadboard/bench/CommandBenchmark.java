// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.result.ResultFolder;

/**
 * How long whole commands take as a user calls them, each in a process of its own; in turn with those of another
 * distribution, if one is named. All figures are wall-clock figures of Breadboard itself.
 */
public final class CommandBenchmark {
    private static final long POLL_MS = 20;
    private static final double KIB_PER_MIB = 1024;
    private static final String PRINTED = "printed";
    private static final String MEMORY = "mostMiB";
    private static final Map<String, TimedCommand> COMMANDS = TimedCommand.all();

    private final Path home;
    private final Console console;

    /** Commands of the distribution in a folder. */
    public CommandBenchmark(Path home, Console console) {
        this.home = home;
        this.console = console;
    }

    /**
     * Measures commands.
     *
     * @param names which; none for all but those that have to be named
     * @param against the folder of another distribution, or null
     * @param pairs how often each command is called
     * @param history a CSV to which it is added, or null
     */
    public ExitStatus run(List<String> names, Path against, int pairs, Path history, OutputFormat format)
            throws IOException {
        for (String name : names) {
            if (!COMMANDS.containsKey(name)) {
                throw new RefusedException("There is no command '" + name + "' to measure"
                        + Suggestion.choices(name, COMMANDS.keySet(), "bench --commands"));
            }
        }
        if (pairs < 1) {
            throw new RefusedException(
                    "--pairs is how often each command is called, at least 1, and not " + pairs + ".");
        }
        List<Path> homes = against == null
                ? List.of(home)
                : List.of(home, against.toAbsolutePath().normalize());
        for (Path each : homes) {
            if (!Files.isExecutable(program(each))) {
                throw new RefusedException(
                        each + " is no unpacked distribution of Breadboard: it has no program bin/breadboard.");
            }
        }
        Table table = against == null
                ? new Table("command", "measure", "goal", "median", "least", "most")
                : new Table(
                        "command",
                        "measure",
                        "goal",
                        "median",
                        "least",
                        "most",
                        "otherMedian",
                        "otherLeast",
                        "otherMost",
                        "ratio",
                        "ratioLeast",
                        "ratioMost");
        SpeedHistory kept = history == null ? null : new SpeedHistory(history);
        Path folder = Files.createTempDirectory("breadboard-bench");
        List<String> asked = new ArrayList<>(names);
        if (names.isEmpty()) {
            COMMANDS.forEach((name, command) -> {
                if (!command.isOnlyIfNamed()) {
                    asked.add(name);
                }
            });
        }
        try (Progress progress = console.progress("bench")) {
            for (int i = 0; i < asked.size(); i++) {
                progress.at(asked.get(i), (double) i / asked.size(), "");
                measure(asked.get(i), homes, pairs, folder, table, kept);
            }
        } finally {
            // What was measured before a command failed, or somebody stopped, took minutes.
            if (!table.isEmpty()) {
                table.print(format, "bench", 2, console.out());
                if (kept != null) {
                    kept.keep();
                }
            }
            ResultFolder.delete(folder);
        }
        return ExitStatus.DONE;
    }

    private static Path program(Path home) {
        return home.resolve("bin").resolve("breadboard");
    }

    private void measure(String name, List<Path> homes, int pairs, Path folder, Table table, SpeedHistory kept)
            throws IOException {
        List<Map<String, double[]>> figures = new ArrayList<>();
        homes.forEach(each -> figures.add(new LinkedHashMap<>()));
        for (int pair = 0; pair < pairs; pair++) {
            for (int which = 0; which < homes.size(); which++) {
                // Every other pair begins with the other one, so that neither gains from its place.
                int turn = (which + pair) % homes.size();
                int at = pair;
                call(name, homes.get(turn), folder)
                        .forEach((measure, figure) ->
                                figures.get(turn).computeIfAbsent(measure, unseen -> new double[pairs])[at] = figure);
            }
        }
        for (Map.Entry<String, double[]> each : figures.get(0).entrySet()) {
            List<Object> row = new ArrayList<>(List.of(name, each.getKey()));
            row.add(COMMANDS.get(name).goals().get(each.getKey()));
            row.addAll(spread(each.getValue()));
            if (homes.size() > 1) {
                // Another build may not tell all that this one does.
                double[] others = figures.get(1).getOrDefault(each.getKey(), new double[pairs]);
                double[] ratios = new double[pairs];
                Arrays.setAll(ratios, pair -> each.getValue()[pair] / others[pair]);
                boolean told = Arrays.stream(others).allMatch(other -> other > 0);
                row.addAll(told ? spread(others) : Collections.nCopies(3, null));
                row.addAll(told ? spread(ratios) : Collections.nCopies(3, null));
            }
            table.add(row.toArray());
            for (int which = 0; kept != null && which < homes.size(); which++) {
                double[] measured = figures.get(which).get(each.getKey());
                if (measured == null) {
                    continue;
                }
                kept.add(homes.get(which), name, each.getKey(), pairs, spread(measured));
            }
        }
    }

    private static List<Object> spread(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return List.of(rounded(median), rounded(sorted[0]), rounded(sorted[sorted.length - 1]));
    }

    private static Number rounded(double figure) {
        return figure < 100 ? (Number) (Math.round(figure * 100) / 100.0) : (Number) Math.round(figure);
    }

    /** Calls one command once, in an empty folder. */
    private Map<String, Double> call(String name, Path of, Path folder) throws IOException {
        TimedCommand command = COMMANDS.get(name);
        Path place = Files.createTempDirectory(folder, name);
        List<Path> printed = new ArrayList<>();
        Path report = place.resolve("report");
        double seconds = 0;
        long memory = 0;
        for (List<String> words : command.calls(of, report)) {
            long began = System.nanoTime();
            List<Process> processes = new ArrayList<>();
            try {
                for (int i = 0; i < command.atOnce(); i++) {
                    Path own = Files.createDirectories(place.resolve("call" + i));
                    processes.add(start(of, words, own));
                    printed.add(own.resolve(PRINTED));
                }
                memory = Math.max(memory, watch(processes));
                for (int i = 0; i < processes.size(); i++) {
                    if (hasFailed(processes.get(i))) {
                        throw failure(processes.get(i), words, place.resolve("call" + i));
                    }
                }
            } finally {
                processes.forEach(Process::destroy);
            }
            seconds += (System.nanoTime() - began) / 1e9;
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(TimedCommand.SECONDS, seconds);
        figures.put(MEMORY, memory / KIB_PER_MIB);
        figures.putAll(command.figures(printed, report));
        ResultFolder.delete(place);
        return figures;
    }

    private static Process start(Path of, List<String> arguments, Path place) throws IOException {
        List<String> words = new ArrayList<>(List.of(program(of).toString()));
        words.addAll(arguments);
        Path input = Files.writeString(place.resolve("typed"), arguments.isEmpty() ? "list mixes\n" : "");
        return new ProcessBuilder(words)
                .directory(place.toFile())
                .redirectInput(input.toFile())
                .redirectOutput(place.resolve(PRINTED).toFile())
                .redirectError(place.resolve("errors").toFile())
                .start();
    }

    private static boolean hasFailed(Process process) {
        return !process.isAlive() && process.exitValue() != 0;
    }

    private static RefusedException failure(Process process, List<String> arguments, Path place) throws IOException {
        return new RefusedException("'breadboard " + String.join(" ", arguments) + "' ended with "
                + process.exitValue() + ": "
                + Files.readString(place.resolve("errors"), StandardCharsets.UTF_8)
                        .strip());
    }

    /**
     * Waits until all processes have ended, or one has failed, and tells the most memory that each was seen to hold,
     * added up, in KiB; 0 where no system tells.
     */
    private long watch(List<Process> processes) {
        long[] most = new long[processes.size()];
        try {
            for (Process waitedFor : processes) {
                while (!waitedFor.waitFor(POLL_MS, TimeUnit.MILLISECONDS)
                        && processes.stream().noneMatch(CommandBenchmark::hasFailed)) {
                    for (int i = 0; i < most.length; i++) {
                        most[i] = Math.max(most[i], peak(processes.get(i)));
                    }
                    if (console.cancellation().isCancelled()) {
                        throw new RefusedException("The benchmark was stopped before it was done.");
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RefusedException("The benchmark was stopped before it was done.");
        }
        return Arrays.stream(most).sum();
    }

    private static long peak(Process process) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException gone) {
            return 0;
        }
        return 0;
    }
}
