// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.PublishedFigure;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.Tolerance;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.study.outcome.UnknownFigureException;
import org.breadboard.platform.study.outcome.Values;

/**
 * A claim beside what the model yields.
 *
 * @param paper null where nothing is published
 * @param model a number or an answer as the paper's, or null if it could not be computed
 * @param error model / paper − 1; for {@code >} the shortfall; for a trend 0 or 1; null where it makes no sense
 * @param spread half the width of the model's 95% confidence interval as a share of it: Student's, of the claim of each
 *     seed alone, where its points have several; else as the batch means of its points' rates yield it; null for a
 *     trend, and where none of its points has a rate
 * @param seeds how many seeds the interval is of; 1 if it is of batch means
 * @param note why it could not be computed, what it must be quoted with, or {@code ""}
 */
public record ClaimRow(
        PublishedFigure claim,
        FigureValue paper,
        FigureValue model,
        Double error,
        Double spread,
        int seeds,
        String note) {
    /** Computes a claim from the points that there are. */
    public static ClaimRow of(Study.Claim claim, PointTable points) {
        PublishedFigure published = claim.published();
        FigureValue paper = paper(published);
        try {
            Values values = claim.expression().evaluate(points);
            double value = values.single("the claim");
            if (values.answers() != published.trend()) {
                throw new UnknownFigureException(
                        published.trend() ? "a trend needs a comparison, which says yes or no" : "this needs a number");
            }
            if (!Double.isFinite(value)) {
                throw new UnknownFigureException("the formula yields no number");
            }
            FigureValue model = values.answers()
                    ? new FigureValue.Answer(value != 0 ? "yes" : "no")
                    : new FigureValue.Amount(Figures.rounded(value));
            double[] seeds = ClaimSpread.ofSeeds(claim.expression(), points);
            Double spread = values.answers() ? null : spread(claim, points, value, seeds);
            return new ClaimRow(
                    published,
                    paper,
                    model,
                    error(published, paper, model),
                    spread,
                    Math.max(1, seeds.length),
                    ClaimSpread.note(claim.expression(), points, values, spread, seeds));
        } catch (UnknownFigureException unknown) {
            return new ClaimRow(published, paper, null, null, null, 1, unknown.getMessage());
        }
    }

    private static Double spread(Study.Claim claim, PointTable points, double value, double[] seeds) {
        if (seeds.length == 0) {
            return ClaimSpread.of(claim.expression(), points, value);
        }
        double spread = Estimate.of(seeds).half() / Math.abs(value);
        return Double.isFinite(spread) ? Figures.rounded(spread) : null;
    }

    /** Half the width of the model's 95% confidence interval, in the claim's unit; null where it has none. */
    public Double ci95() {
        return spread == null ? null : Figures.rounded(spread * Math.abs(model.number()));
    }

    private static FigureValue paper(PublishedFigure published) {
        if (published.value().isEmpty()) {
            return null;
        }
        return published.trend()
                ? new FigureValue.Answer(published.value())
                : new FigureValue.Amount(Double.parseDouble(published.value()));
    }

    private static Double error(PublishedFigure published, FigureValue paper, FigureValue model) {
        if (paper == null) {
            return null;
        }
        if (published.trend()) {
            return paper.equals(model) ? 0.0 : 1.0;
        }
        if (paper.number() == 0) {
            return null; // no share of nothing
        }
        double relative = Figures.rounded(model.number() / paper.number() - 1);
        return published.comparator().equals(">") ? Math.min(0, relative) : relative;
    }

    /** Reads what {@link #json} wrote, in which neither the paper's name nor a tolerance is. */
    public static ClaimRow of(JsonNode row) {
        FigureValue paper = FigureValue.of(row.path("paper"));
        return new ClaimRow(
                new PublishedFigure(
                        row.path("claim").asText(),
                        "",
                        row.path("where").asText(),
                        row.path("testbed").asText(),
                        row.path("mix").asText(),
                        row.path("quantity").asText(),
                        row.path("comparator").asText(),
                        paper == null ? "" : paper.toString(),
                        row.path("unit").asText(),
                        row.path("kind").asText(),
                        Tolerance.USUAL),
                paper,
                FigureValue.of(row.path("model")),
                number(row.path("error")),
                number(row.path("spread")),
                row.path("seeds").asInt(1),
                row.path("note").asText(""));
    }

    private static Double number(JsonNode json) {
        return json.isNumber() ? (Double) json.asDouble() : null;
    }

    /** The row as {@code study --output json} prints it. */
    public Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("claim", claim.id());
        row.put("paper", FigureValue.jsonOrNull(paper));
        row.put("model", FigureValue.jsonOrNull(model));
        row.put("error", error);
        row.put("spread", spread);
        row.put("ci95", ci95());
        row.put("seeds", seeds);
        row.put("kind", claim.kind());
        row.put("comparator", claim.comparator());
        row.put("unit", claim.unit());
        row.put("quantity", claim.quantity());
        row.put("testbed", claim.testbed());
        row.put("mix", claim.mix());
        row.put("where", claim.where());
        row.put("note", note.isEmpty() ? null : note);
        return row;
    }
}
