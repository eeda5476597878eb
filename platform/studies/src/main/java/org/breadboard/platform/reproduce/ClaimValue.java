// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.PublishedFigure;
import org.breadboard.platform.study.Tolerance;
import org.breadboard.platform.study.claim.ClaimRow;

/**
 * What a study says of one claim.
 *
 * @param study that says it
 * @param model a number, or {@code yes} or {@code no}
 * @param error model / paper − 1; NaN where it makes no sense
 * @param spread half the width of the 95% confidence interval as a share; NaN where there is none
 * @param range where halving and doubling each assumed number alone leaves it: the least and the most as shares of it,
 *     or whether an answer {@code holds} or {@code flips}; empty where that is not known
 * @param published what the paper has, if it is a prediction of that; otherwise empty
 * @param quantity what it is about: the paper's quantity, with its mix and its testbed
 */
record ClaimValue(
        String study,
        String claim,
        String model,
        double error,
        double spread,
        String range,
        String published,
        String quantity) {
    /** How far off a prediction may be to agree. */
    static final double AGREES = Tolerance.USUAL.share();

    /**
     * A claim of a study that could be computed.
     *
     * @param range as it was known before
     */
    static ClaimValue of(String study, ClaimRow row, String range) {
        PublishedFigure published = row.claim();
        boolean predicted =
                published.kind().equals("prediction") && !published.value().isEmpty();
        return new ClaimValue(
                study,
                row.claim().id(),
                row.model().toString(),
                row.error() == null ? Double.NaN : row.error(),
                row.spread() == null ? Double.NaN : row.spread(),
                range,
                predicted ? published.value() : "",
                predicted ? what(published) : "");
    }

    private static String what(PublishedFigure published) {
        return Stream.of(published.quantity(), published.mix(), published.testbed())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** The same, with what assumptions leave open. */
    ClaimValue between(String range) {
        return new ClaimValue(study, claim, model, error, spread, range, published, quantity);
    }

    /** A row of the table that is kept beside the page. */
    static ClaimValue of(Map<String, String> row) {
        return new ClaimValue(
                row.get("study"),
                row.get("claim"),
                row.get("model"),
                number(row.get("error")),
                number(row.get("spread")),
                row.getOrDefault("range", ""),
                row.getOrDefault("published", ""),
                row.getOrDefault("quantity", ""));
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
        row.put("range", range);
        row.put("published", published);
        row.put("quantity", quantity);
        return row;
    }

    /** Whether it is an answer, and not a number. */
    boolean answer() {
        return model.equals("yes") || model.equals("no");
    }

    /** Whether it predicts something that the paper published. */
    boolean predicts() {
        return !published.isEmpty();
    }

    /** Whether a prediction is within 15%, or the answer is the paper's. */
    boolean agrees() {
        return answer() ? model.equals(published) : Math.abs(error) <= AGREES;
    }

    double number() {
        return Double.parseDouble(model);
    }
}
