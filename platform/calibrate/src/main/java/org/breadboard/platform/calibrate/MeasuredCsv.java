// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;
import org.breadboard.platform.result.Csv;

/**
 * Somebody's own micro-benchmarks: {@code operation,bytes,metric,value,unit}, perhaps with {@code threads} and
 * {@code outstanding}.
 */
final class MeasuredCsv {
    private static final List<String> COLUMNS = List.of("operation", "bytes", "metric", "value", "unit");
    private static final Map<Metric, Map<String, Double>> UNITS = Map.of(
            Metric.LATENCY, Map.of("ns", 1.0, "us", 1e3, "ms", 1e6),
            Metric.RATE, Map.of("1/s", 1.0, "k/s", 1e3, "M/s", 1e6, "Mops", 1e6, "Mpps", 1e6, "Mrps", 1e6),
            Metric.BANDWIDTH, Map.of("Gb/s", 1e9, "Mb/s", 1e6, "GB/s", 8e9, "MB/s", 8e6));

    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_THREADS = 256;
    private static final int MOST_OUTSTANDING = 1 << 16;

    private MeasuredCsv() {}

    static boolean is(List<String> lines) {
        return !lines.isEmpty()
                && Set.copyOf(List.of(lines.get(0).strip().split(",", -1))).containsAll(COLUMNS);
    }

    static List<Measured> read(String file, List<String> lines) {
        List<Measured> measured = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                Map<String, String> row =
                        Csv.parse(lines.get(0) + "\n" + lines.get(i)).get(0);
                measured.add(row(row, file + ":" + (i + 1)));
            }
        }
        return measured;
    }

    private static Measured row(Map<String, String> row, String place) {
        Operation operation = word(Operation.values(), row.get("operation"), "operation", place);
        Metric metric = word(Metric.values(), row.get("metric"), "metric", place);
        Map<String, Double> units = UNITS.get(metric);
        Double unit = units.get(row.get("unit").strip());
        if (unit == null) {
            throw new RefusedException(place + ": the unit of a " + metric.word() + " is one of "
                    + String.join(", ", units.keySet().stream().sorted().toList()) + ", not '" + row.get("unit")
                    + "'.");
        }
        return new Measured(
                place,
                operation,
                metric,
                count(row, "bytes", 0, MOST_BYTES, place),
                number(row, "value", 0, place) * unit,
                count(row, "threads", 1, MOST_THREADS, place),
                count(row, "outstanding", metric == Metric.LATENCY ? 1 : 64, MOST_OUTSTANDING, place));
    }

    private static <E extends Enum<E>> E word(E[] all, String word, String column, String place) {
        return Stream.of(all)
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word.strip()))
                .findFirst()
                .orElseThrow(() -> new RefusedException(place + ": '" + word + "' is no " + column + "; take "
                        + String.join(
                                ", ",
                                Stream.of(all)
                                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                                        .toList())
                        + "."));
    }

    private static int count(Map<String, String> row, String column, int otherwise, int most, String place) {
        double value = number(row, column, otherwise, place);
        if (value != Math.rint(value) || value > most) {
            throw new RefusedException(place + ": '" + column + "' is a whole number from 1 to " + most + ", not '"
                    + row.get(column).strip() + "'.");
        }
        return (int) value;
    }

    private static double number(Map<String, String> row, String column, double otherwise, String place) {
        String text = row.getOrDefault(column, "").strip();
        if (text.isEmpty() && otherwise > 0) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException word) {
            // Told below.
        }
        throw new RefusedException(place + ": '" + column + "' is a number above 0, not '" + text + "'.");
    }
}
