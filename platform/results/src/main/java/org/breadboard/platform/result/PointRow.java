// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.RunResult;

/**
 * A run as a row of {@code points.csv}: every parameter, every figure, and nothing that differs between runs of one
 * seed.
 */
public final class PointRow {
    private PointRow() {}

    /** The row. */
    public static Map<String, String> of(ResolvedMix resolved, RunResult result) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("mix", resolved.mix().name());
        resolved.values().forEach(value -> row.put(named(value), value.said()));
        row.put("status", result.failure() != null ? "failed" : result.partial() ? "partial" : "done");
        row.put("verified", result.claim() == null ? "" : result.claim().toString());
        row.put("committed", Long.toString(result.committed()));
        Figures.of(result).forEach((name, figure) -> row.put(name, Figures.cell(figure)));
        return row;
    }

    /** A key with its unit, where the key does not end with it already. */
    private static String named(ResolvedMix.Value value) {
        String unit = value.unit();
        boolean said = unit.isEmpty()
                || value.key().toLowerCase(java.util.Locale.ROOT).endsWith(unit.toLowerCase(java.util.Locale.ROOT));
        return said || !unit.matches("[A-Za-z]+") ? value.key() : value.key() + " [" + unit + "]";
    }
}
