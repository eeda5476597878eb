// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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
                && Stream.of(lines.get(0).split(",", -1)).map(String::strip).anyMatch(COLUMNS.get(0)::equals);
    }

    /** Reads it; a source names the file without its folder. */
    static List<Measured> read(Path file) throws IOException {
        List<Measured> measured = new ArrayList<>();
        for (Csv.Row row : Csv.read(file, COLUMNS)) {
            measured.add(measured(row));
        }
        return measured;
    }

    private static Measured measured(Csv.Row row) {
        Operation operation = word(Operation.values(), row, "operation");
        Metric metric = word(Metric.values(), row, "metric");
        Map<String, Double> units = UNITS.get(metric);
        Double unit = units.get(row.text("unit"));
        if (unit == null) {
            throw row.refuse("unit", "has to be a unit of a " + metric.word() + ": " + listed(units.keySet().stream()));
        }
        return new Measured(
                row.file().getFileName() + ":" + row.line(),
                operation,
                metric,
                count(row, "bytes", MOST_BYTES),
                aboveZero(row, "value") * unit,
                otherwise(row, "threads", 1, MOST_THREADS),
                otherwise(row, "outstanding", metric == Metric.LATENCY ? 1 : 64, MOST_OUTSTANDING));
    }

    private static <E extends Enum<E>> E word(E[] all, Csv.Row row, String column) {
        return Stream.of(all)
                .filter(each -> lower(each).equals(row.text(column)))
                .findFirst()
                .orElseThrow(() -> row.refuse(
                        column, "has to be one of " + listed(Stream.of(all).map(MeasuredCsv::lower))));
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private static String listed(Stream<String> words) {
        return String.join(", ", words.sorted().toList());
    }

    private static int otherwise(Csv.Row row, String column, int otherwise, int most) {
        return row.text(column).isEmpty() ? otherwise : count(row, column, most);
    }

    private static int count(Csv.Row row, String column, int most) {
        double value = row.number(column);
        if (value != Math.rint(value) || value < 1 || value > most) {
            throw row.refuse(column, "has to be a whole number from 1 to " + most);
        }
        return (int) value;
    }

    private static double aboveZero(Csv.Row row, String column) {
        double value = row.number(column);
        if (value <= 0) {
            throw row.refuse(column, "has to be above 0");
        }
        return value;
    }
}
