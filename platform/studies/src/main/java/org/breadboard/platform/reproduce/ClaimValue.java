// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.claim.ClaimRow;

/**
 * What a study says of one claim.
 *
 * @param study that says it
 * @param model a number, or {@code yes} or {@code no}
 * @param error model / paper − 1; NaN where it makes no sense
 * @param spread half the width of the 95% confidence interval as a share; NaN where there is none
 */
record ClaimValue(String study, String claim, String model, double error, double spread) {
    /** A claim of a study that could be computed. */
    static ClaimValue of(String study, ClaimRow row) {
        return new ClaimValue(
                study,
                row.claim().id(),
                row.model().toString(),
                row.error() == null ? Double.NaN : row.error(),
                row.spread() == null ? Double.NaN : row.spread());
    }

    /** A row of the table that is kept beside the page. */
    static ClaimValue of(Map<String, String> row) {
        return new ClaimValue(
                row.get("study"),
                row.get("claim"),
                row.get("model"),
                number(row.get("error")),
                number(row.get("spread")));
    }

    private static double number(String text) {
        return text == null || text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    Map<String, String> row() {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("study", study);
        row.put("claim", claim);
        row.put("model", model);
        row.put("error", Figures.cell(error));
        row.put("spread", Figures.cell(spread));
        return row;
    }

    /** Whether it is an answer, and not a number. */
    boolean answer() {
        return model.equals("yes") || model.equals("no");
    }

    double number() {
        return Double.parseDouble(model);
    }
}
