// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.study.PublishedFigure;
import org.breadboard.platform.study.Tolerance;
import org.breadboard.platform.study.claim.FigureValue;

/**
 * A claim of a pack, and what is expected of it: the figure that the paper has, or else the one that was measured by
 * those who packed. Immutable.
 *
 * @param study that computes it
 * @param paper what is published, or null
 * @param packed what was measured before it was packed, or null
 * @param comparator of the published figure: {@code =}, {@code >} or {@code trend}
 */
public record PackedClaim(
        String id,
        String study,
        String quantity,
        String unit,
        String where,
        String comparator,
        FigureValue paper,
        FigureValue packed,
        Tolerance tolerance) {
    private static final String ABOVE = ">";

    /** A claim of a study. */
    public static PackedClaim of(PublishedFigure figure, String study, FigureValue packed) {
        FigureValue paper = null;
        if (!figure.value().isEmpty()) {
            paper = figure.trend()
                    ? new FigureValue.Answer(figure.value())
                    : new FigureValue.Amount(Double.parseDouble(figure.value()));
        }
        return new PackedClaim(
                figure.id(),
                study,
                figure.quantity(),
                figure.unit(),
                figure.where(),
                figure.comparator(),
                paper,
                packed,
                figure.tolerance());
    }

    /** Whether its numbers can be held against others, and its tolerance is a share. */
    boolean isSound() {
        return Stream.of(paper, packed)
                        .noneMatch(
                                each -> each instanceof FigureValue.Amount amount && !Double.isFinite(amount.number()))
                && tolerance.share() >= 0
                && tolerance.share() < 1;
    }

    /** Whether it is a yes or no, which has no tolerance. */
    public boolean trend() {
        return comparator.equals("trend");
    }

    /** Whether the paper says that the figure is passed, and not by how much. */
    public boolean above() {
        return comparator.equals(ABOVE);
    }

    /** What is expected: the paper's figure, else the packed one; null if there is neither. */
    public FigureValue expected() {
        return paper == null ? packed : paper;
    }

    /** Whether a measured figure is within the tolerance of what is expected, which there is. */
    public boolean holds(FigureValue measured) {
        return isNear(expected(), measured, paper != null && above());
    }

    /** Whether the packed figure, which there is, is within the tolerance of another one. */
    public boolean repeats(FigureValue measured) {
        return isNear(packed, measured, false);
    }

    private boolean isNear(FigureValue there, FigureValue here, boolean above) {
        if (there instanceof FigureValue.Answer || here instanceof FigureValue.Answer) {
            return there.equals(here);
        }
        return above
                ? tolerance.isPassed(there.number(), here.number())
                : tolerance.isMet(there.number(), here.number());
    }

    /**
     * Whether those who packed reached it; null if they measured nothing. One that they missed is a figure of the paper
     * that the pack does not support.
     */
    public Boolean supported() {
        return packed == null ? null : (Boolean) holds(packed);
    }

    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("claim", id);
        row.put("study", study);
        row.put("quantity", quantity);
        row.put("unit", unit);
        row.put("where", where);
        row.put("comparator", comparator);
        row.put("paper", FigureValue.jsonOrNull(paper));
        row.put("packed", FigureValue.jsonOrNull(packed));
        row.put("tolerance", trend() ? null : tolerance.share());
        row.put("supported", supported());
        return row;
    }

    static PackedClaim of(JsonNode row) {
        JsonNode tolerance = row.path("tolerance");
        return new PackedClaim(
                PackManifest.text(row.path("claim")),
                PackManifest.text(row.path("study")),
                PackManifest.text(row.path("quantity")),
                PackManifest.text(row.path("unit")),
                PackManifest.text(row.path("where")),
                PackManifest.text(row.path("comparator")),
                figure(row.path("paper")),
                figure(row.path("packed")),
                tolerance.isNumber() ? new Tolerance(tolerance.asDouble()) : Tolerance.USUAL);
    }

    /** A number, yes or no; null for all else. */
    private static FigureValue figure(JsonNode json) {
        return json.isTextual() && !json.asText().matches("yes|no") ? null : FigureValue.of(json);
    }
}
