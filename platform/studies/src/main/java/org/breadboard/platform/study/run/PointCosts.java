// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.result.Csv;

/**
 * How long the points of a study take, and how much memory: what they took when they ran last, or else a guess. It
 * decides in which order points start and how many run at once, and nothing of what they yield. It is kept beside the
 * results of the study. One thread.
 */
final class PointCosts {
    /** The file's name in the folder of a study's results. */
    static final String FILE = ".work.csv";

    /** How much more than last time a point is let have: collectors are not the same each time (assumed). */
    private static final double MARGIN = 1.25;

    /** What simulated work grows with, beside time. */
    private static final List<String> SIZES = List.of("cluster.nodes", "cluster.threads", "load.contexts");

    private static final List<String> TIMES = List.of("time.warmupUs", "time.measureUs");

    /** How many contexts there are where the mix asks for as many as the peak takes, roughly. */
    private static final double UNSAID = 8;

    /** A transaction of TPC-C takes so much longer than one of the other workloads, tables included (assumed). */
    private static final double TPCC = 4;

    private final Path file;
    private final Map<String, Cost> before;
    private final Map<String, Cost> now = new HashMap<>();
    private boolean changed;

    /**
     * What a point took.
     *
     * @param heapMb of its worker
     * @param seconds from when a worker took it
     * @param peakMb the most memory that its worker ever had by then; 0 if that is not known
     */
    record Cost(int heapMb, double seconds, long peakMb) {}

    private PointCosts(Path file, Map<String, Cost> before) {
        this.file = file;
        this.before = before;
    }

    /** Of points that never ran, and of which nothing is kept. */
    static PointCosts unknown() {
        return new PointCosts(null, new HashMap<>());
    }

    /** Reads what is kept in a file; if that is missing or damaged, nothing is known. */
    static PointCosts read(Path file) {
        Map<String, Cost> kept = new HashMap<>();
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            for (Map<String, String> row : Csv.parse(text)) {
                kept.put(
                        row.get("point"),
                        new Cost(
                                Integer.parseInt(row.get("heapMb")),
                                Double.parseDouble(row.get("seconds")),
                                Long.parseLong(row.get("peakMb"))));
            }
        } catch (IOException | RuntimeException damaged) {
            kept.clear();
        }
        return new PointCosts(file, kept);
    }

    /** A point has ended well. */
    void took(PointRequest point, double seconds, long peakMb) {
        changed = true;
        now.put(name(point.mix(), point.sets()), new Cost(point.kind().heapMb(), seconds, peakMb));
    }

    /** A point has failed, and may have wanted more than was kept of it: nothing is known of it any more. */
    void failed(PointRequest point) {
        changed |= before.remove(name(point.mix(), point.sets())) != null;
    }

    /**
     * Keeps what these points took, now or before. What cannot be kept is guessed next time.
     *
     * @param names of all points of the study
     */
    void keep(List<String> names) {
        if (file == null || !changed) {
            return;
        }
        Csv csv = new Csv();
        for (String name : names) {
            Cost cost = now.getOrDefault(name, before.get(name));
            if (cost != null) {
                Map<String, String> row = new LinkedHashMap<>();
                row.put("point", name);
                row.put("heapMb", Integer.toString(cost.heapMb));
                row.put("seconds", String.format(Locale.ROOT, "%.3f", cost.seconds));
                row.put("peakMb", Long.toString(cost.peakMb));
                csv.add(row);
            }
        }
        try {
            Path whole = Files.writeString(file.resolveSibling(FILE + ".part"), csv.text());
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException full) {
            // The results are what counts.
        }
    }

    /** What a point is called: the mix that it starts from, and {@code key=value} over it. */
    static String name(String mix, List<String> sets) {
        return mix + " " + String.join(" ", sets);
    }

    private Cost before(PointRequest point) {
        return before.get(name(point.mix(), point.sets()));
    }

    /** The points, those first that are expected to take longest; equals as they were. */
    List<PointRequest> longestFirst(List<PointRequest> points) {
        // A guess has no unit: points that ran before say how long one takes.
        double seconds = 0;
        double guesses = 0;
        for (PointRequest point : points) {
            Cost cost = before(point);
            seconds += cost == null ? 0 : cost.seconds;
            guesses += cost == null ? 0 : guess(point);
        }
        double each = guesses == 0 ? 1 : seconds / guesses;
        return points.stream()
                .map(point -> new Expected(point, before(point) == null ? guess(point) * each : before(point).seconds))
                .sorted(Comparator.comparingDouble(Expected::seconds).reversed())
                .map(Expected::point)
                .toList();
    }

    private record Expected(PointRequest point, double seconds) {}

    private static double guess(PointRequest point) {
        double size = point.settings().getOrDefault("workload", "").startsWith("tpcc") ? TPCC : 1;
        for (String key : SIZES) {
            size *= number(point, key, UNSAID);
        }
        return size * TIMES.stream().mapToDouble(key -> number(point, key, 0)).sum();
    }

    private static double number(PointRequest point, String key, double unsaid) {
        String text = point.settings().getOrDefault(key, "");
        return text.matches("[0-9]*[1-9][0-9]*([.][0-9]+)?") ? Double.parseDouble(text) : unsaid;
    }

    /** How much memory a worker will have for a point, in MiB. */
    long memoryMb(PointRequest point) {
        int heapMb = point.kind().heapMb();
        Cost cost = now.getOrDefault(name(point.mix(), point.sets()), before(point));
        return cost != null && cost.peakMb > 0 && cost.heapMb == heapMb
                ? Math.min((long) (cost.peakMb * MARGIN), Room.guessMb(heapMb))
                : Room.guessMb(heapMb);
    }
}
