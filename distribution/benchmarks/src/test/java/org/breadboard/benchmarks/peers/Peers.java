// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.result.Summary;

/** Calls Breadboard and its peers in turn and prints their figures: of simulators, or of what runs on real threads. */
final class Peers {
    private static final String WARM_UP_SECONDS = "3";
    private static final String MEASURED_SECONDS = "5";
    private static final String BREADBOARD = "Breadboard";
    /** As Breadboard's own. */
    private static final List<String> JVM =
            List.of("-Xms128m", "-Xmx4g", "-XX:+UseParallelGC", "-XX:+UseTransparentHugePages");
    /** By how much packets of a virtual ms may differ, or the models are not the same. */
    private static final double TOLERANCE = 0.03;

    private final Path root;
    private final Path scratch = Files.createTempDirectory("breadboard-peers");

    private Peers(Path root) throws IOException {
        this.root = root;
    }

    /** Arguments: the project's folder; {@code simulators}, {@code live} or {@code both}; how often each is called. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Peers peers = new Peers(Path.of(args[0]));
        int runs = Integer.parseInt(args[2]);
        if (!args[1].equals("live")) {
            peers.simulators(runs);
        }
        if (!args[1].equals("simulators")) {
            peers.live(runs);
        }
    }

    private void simulators(int runs) throws IOException, InterruptedException {
        // A packet for each thread hardly waits, so how many are served tells whether its way takes as long.
        checkSame(inTurn(loops("1", "0.2", "0.5"), 1));
        Map<String, List<double[]>> figures =
                inTurn(loops(String.valueOf(Shape.CONTEXTS), WARM_UP_SECONDS, MEASURED_SECONDS), runs);
        checkSame(figures);
        Table table =
                new Table("simulator", "eventsPerSecond", "packetsPerSecond", "eventsPerPacket", "packetsPerVirtualMs");
        figures.forEach((name, each) -> table.add(
                name,
                spread(each.stream().mapToDouble(f -> f[0] * 1e9 / f[3]).toArray()),
                spread(each.stream().mapToDouble(f -> f[1] * 1e9 / f[3]).toArray()),
                String.format(Locale.ROOT, "%.2f", each.get(0)[0] / each.get(0)[1]),
                Math.round(packetsPerVirtualMs(each.get(0)))));
        table.print(System.out);
    }

    private static void checkSame(Map<String, List<double[]>> figures) {
        double expected = packetsPerVirtualMs(figures.get(BREADBOARD).get(0));
        figures.forEach((name, each) -> {
            double packets = packetsPerVirtualMs(each.get(0));
            if (Math.abs(packets / expected - 1) > TOLERANCE) {
                throw new IllegalStateException(
                        name + " has " + packets + " packets in a virtual ms, and Breadboard " + expected);
            }
        });
    }

    /**
     * Each with the list or scheduler of events that was fastest on this loop, of three of SSJ's and four of ns-3's.
     */
    private Map<String, List<String>> loops(String... numbers) {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(BREADBOARD, java(LoopRun.class, "breadboard", numbers));
        commands.put("SSJ", java(LoopRun.class, "Henriksen", numbers));
        String loop = root.resolve("distribution/benchmarks/target/loop").toString();
        if (Files.isExecutable(Path.of(loop))) {
            commands.put("ns-3, events alone", command(List.of(loop, "events", "CalendarScheduler"), numbers));
            commands.put("ns-3, its devices", command(List.of(loop, "devices", "MapScheduler"), numbers));
        } else {
            System.out.println("Without ns-3: it takes libns3-dev and g++.");
        }
        return commands;
    }

    private static double packetsPerVirtualMs(double[] figures) {
        return figures[1] * 1e6 / figures[2];
    }

    private void live(int runs) throws IOException, InterruptedException {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("ConcurrentHashMap", java(BankRun.class, "map", WARM_UP_SECONDS, MEASURED_SECONDS));
        commands.put("H2", java(BankRun.class, "h2", WARM_UP_SECONDS, MEASURED_SECONDS));
        commands.put(
                BREADBOARD,
                List.of(
                        root.resolve("breadboard").toString(),
                        "run",
                        "fasst-smallbank",
                        "--runtime",
                        "live",
                        "--set",
                        "cluster.nodes=" + Bank.NODES,
                        "--set",
                        "cluster.threads=" + Bank.THREADS_PER_NODE,
                        "--set",
                        "live.threads=" + BankRun.THREADS,
                        "--output",
                        "json"));
        Table table = new Table("store", "committedPerSecond");
        inTurn(commands, runs)
                .forEach((name, each) -> table.add(
                        name,
                        spread(each.stream().mapToDouble(f -> f[0] * 1e9 / f[1]).toArray())));
        table.print(System.out);
    }

    private static List<String> java(Class<?> main, String which, String... numbers) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), which));
        return command(command, numbers);
    }

    private static List<String> command(List<String> words, String... numbers) {
        return Stream.concat(words.stream(), Arrays.stream(numbers)).toList();
    }

    /** Calls all of them one after another, so many times. */
    private Map<String, List<double[]>> inTurn(Map<String, List<String>> commands, int runs)
            throws IOException, InterruptedException {
        Map<String, List<double[]>> figures = new LinkedHashMap<>();
        commands.keySet().forEach(name -> figures.put(name, new ArrayList<>()));
        for (int run = 0; run < runs; run++) {
            for (Map.Entry<String, List<String>> each : commands.entrySet()) {
                figures.get(each.getKey()).add(figures(each.getValue()));
            }
        }
        return figures;
    }

    /** The numbers that a command printed; of a run of Breadboard's, how many transactions committed in a second. */
    private double[] figures(List<String> command) throws IOException, InterruptedException {
        Path printed = scratch.resolve("printed");
        Process process = new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
        }
        if (command.contains("--runtime")) {
            return new double[] {Summary.read(printed).committedPerSecond(), 1e9};
        }
        return Arrays.stream(Files.readString(printed).strip().split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** Median, least and most, in thousands. */
    private static String spread(double... figures) {
        Arrays.sort(figures);
        return String.format(
                Locale.ROOT,
                "%,.0fk (%,.0fk to %,.0fk)",
                figures[figures.length / 2] / 1e3,
                figures[0] / 1e3,
                figures[figures.length - 1] / 1e3);
    }
}
