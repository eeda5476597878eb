// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;

/**
 * How far a prediction moves when one assumption is changed and all others stay.
 *
 * @param claim the claim's id
 * @param parameter the assumption: its data sheet's name and its own, or its key in a mix
 * @param base the claim's value as the assumptions stand
 * @param spread that of the base, as {@link ClaimRow#spread} has it: what moves by less may not be moved by the
 *     assumption at all; null if it has none
 * @param values the claim's value by the factor that the assumption was multiplied by; null where it cannot be computed
 * @param flips whether a factor changes the ranking: a yes to a no; or, by more than the spread of both values, which
 *     of two systems is ahead (a ratio crosses 1) or which is better (a difference in percent crosses 0); null where
 *     none is known to and not all values are known
 */
public record Sensitivity(
        String claim,
        String parameter,
        FigureValue base,
        Double spread,
        Map<Double, FigureValue> values,
        Boolean flips) {
    /**
     * Computes all predictions among the claims again for each variation.
     *
     * @param plain the outcomes of the points as they are
     * @param varied for each variation the outcomes that take the place of plain ones, by the index of these
     * @return for each claim its assumptions: those with a value that is not known, then the one that moves it most
     *     first
     */
    public static List<Sensitivity> of(
            List<Study.Claim> claims, List<PointOutcome> plain, Map<Variation, Map<Integer, PointOutcome>> varied) {
        Set<String> parameters = new LinkedHashSet<>();
        varied.keySet().forEach(variation -> parameters.add(variation.parameter()));
        PointTable table = new PointTable(plain);
        List<Sensitivity> rows = new ArrayList<>();
        for (Study.Claim claim : claims) {
            ClaimRow base = ClaimRow.of(claim, table);
            if (!claim.published().kind().equals("prediction") || base.model() == null) {
                continue;
            }
            List<Sensitivity> ofClaim = new ArrayList<>();
            for (String parameter : parameters) {
                Map<Double, FigureValue> values = new TreeMap<>();
                varied.forEach((variation, points) -> {
                    if (variation.parameter().equals(parameter)) {
                        List<PointOutcome> others = new ArrayList<>(plain);
                        points.forEach(others::set);
                        values.put(
                                variation.factor(),
                                ClaimRow.of(claim, new PointTable(others)).model());
                    }
                });
                boolean flips = values.values().stream().anyMatch(value -> flipped(base, value));
                boolean told = flips || !values.containsValue(null);
                ofClaim.add(new Sensitivity(
                        claim.id(), parameter, base.model(), base.spread(), values, told ? flips : null));
            }
            ofClaim.sort(Comparator.<Sensitivity, Boolean>comparing(
                            each -> each.unknown().isEmpty())
                    .thenComparing(
                            Comparator.comparingDouble(Sensitivity::reach).reversed()));
            rows.addAll(ofClaim);
        }
        return List.copyOf(rows);
    }

    private static boolean flipped(ClaimRow base, FigureValue value) {
        if (value == null || base.model() instanceof FigureValue.Answer) {
            return value != null && !value.equals(base.model());
        }
        double before = base.model().number();
        double after = value.number();
        double even = switch (base.claim().unit()) {
            case "ratio" -> 1;
            case "percent" -> 0;
            default -> Double.NaN;
        };
        double noise = base.spread() == null ? 0 : Math.sqrt(2) * base.spread() * Math.abs(before);
        return Math.abs(after - before) > noise && Math.signum(before - even) * Math.signum(after - even) < 0;
    }

    /** The largest change of the claim that is known, as a share of its value; 1 for another answer. */
    public double reach() {
        return values.keySet().stream()
                .mapToDouble(factor -> Math.abs(change(factor)))
                .filter(change -> !Double.isNaN(change))
                .max()
                .orElse(0);
    }

    /** The factors for which the claim cannot be computed, for a run with them failed or was refused. */
    public List<Double> unknown() {
        return values.keySet().stream()
                .filter(factor -> values.get(factor) == null)
                .toList();
    }

    /** Whether the claim could be computed for any factor. */
    public boolean known() {
        return unknown().size() < values.size();
    }

    /** The change of the claim by a factor, as a share of its value; NaN if it is not known. */
    public double change(double factor) {
        FigureValue value = values.get(factor);
        if (value == null) {
            return Double.NaN;
        }
        double change = value.number() / base.number() - 1;
        return base.number() != 0 && !Double.isNaN(change) ? change : base.equals(value) ? 0 : 1;
    }

    /** The row as tables and files have it. */
    public Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("claim", claim);
        row.put("parameter", parameter);
        row.put("model", base.json());
        row.put("spread", spread);
        values.forEach((factor, value) -> row.put("x" + Figures.cell(factor), FigureValue.jsonOrNull(value)));
        row.put("reach", known() ? Figures.rounded(reach()) : null);
        row.put("flips", flips);
        return row;
    }
}
