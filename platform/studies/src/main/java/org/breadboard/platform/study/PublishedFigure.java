// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.result.Csv;

/**
 * A figure that a paper publishes.
 *
 * @param id the claim's id
 * @param where section and figure
 * @param comparator {@code =}, {@code >} or {@code trend}
 * @param value a number, {@code yes} or {@code no}, or {@code ""} where nothing is published
 * @param kind calibration (profiles may be fitted to it) or prediction
 * @param tolerance how far off a reproduction may be
 */
public record PublishedFigure(
        String id,
        String paper,
        String where,
        String testbed,
        String mix,
        String quantity,
        String comparator,
        String value,
        String unit,
        String kind,
        Tolerance tolerance) {
    private static final List<String> NEEDED = List.of("id", "value");
    private static final List<String> COMPARATORS = List.of("=", ">", "trend");
    private static final List<String> ANSWERS = List.of("yes", "no", "");

    /** Whether it is a yes or no. */
    public boolean trend() {
        return comparator.equals("trend");
    }

    /**
     * All figures in the CSV files of some folders, by id.
     *
     * @param folders the one that counts first; they need not exist
     */
    public static Map<String, PublishedFigure> read(List<Path> folders) {
        Map<String, PublishedFigure> figures = new LinkedHashMap<>();
        folders.forEach(folder -> read(folder).forEach(figures::putIfAbsent));
        return figures;
    }

    private static Map<String, PublishedFigure> read(Path folder) {
        Map<String, PublishedFigure> figures = new LinkedHashMap<>();
        if (!Files.isDirectory(folder)) {
            return figures;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".csv"))
                    .sorted()
                    .toList();
            for (Path file : sorted) {
                for (Csv.Row row : Csv.read(file, NEEDED)) {
                    PublishedFigure figure = of(row);
                    if (figures.put(figure.id, figure) != null) {
                        throw row.refuse("id", "stands in this folder twice");
                    }
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return figures;
    }

    private static PublishedFigure of(Csv.Row row) {
        String comparator = row.text("comparator").isEmpty() ? "=" : row.text("comparator");
        String value = row.text("value");
        if (row.text("id").isEmpty()) {
            throw row.refuse("id", "names a claim in studies");
        }
        if (!COMPARATORS.contains(comparator)) {
            throw row.refuse("comparator", "is one of " + String.join(", ", COMPARATORS));
        }
        if (comparator.equals("trend") && !ANSWERS.contains(value)) {
            throw row.refuse("value", "is yes or no for a trend, or nothing");
        }
        if (!comparator.equals("trend") && !value.isEmpty()) {
            row.number("value");
        }
        return new PublishedFigure(
                row.text("id"),
                row.text("paper"),
                row.text("where"),
                row.text("testbed"),
                row.text("mix"),
                row.text("quantity"),
                comparator,
                value,
                row.text("unit"),
                row.text("kind"),
                tolerance(row, comparator));
    }

    private static Tolerance tolerance(Csv.Row row, String comparator) {
        if (row.text("tolerance").isEmpty()) {
            return Tolerance.USUAL;
        }
        if (comparator.equals("trend")) {
            throw row.refuse("tolerance", "is empty for a trend, which holds or does not");
        }
        return Tolerance.of(row.text("tolerance"))
                .orElseThrow(() -> row.refuse("tolerance", "is a share from 0 on and below 1, such as 0.1"));
    }
}
