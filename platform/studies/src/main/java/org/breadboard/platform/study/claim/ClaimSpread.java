// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.run.Steadiness;
import org.breadboard.platform.study.formula.Expression;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.study.outcome.Values;

/**
 * How far the spread of its points' rates moves a claim: each rate is moved by its own 95% confidence interval, one at
 * a time, and the changes of the claim are added as independent errors are (the delta method). Latencies and counters
 * are taken as they are.
 */
final class ClaimSpread {
    private ClaimSpread() {}

    /** The spread as a share of the claim's value; null if none of its points' rates has any. */
    static Double of(Expression expression, PointTable points, double value) {
        double squares = 0;
        boolean any = false;
        for (PointTable varied : points.varied(sweeps(expression), 1)) {
            double moved = expression.evaluate(varied).single("the claim") - value;
            squares += moved * moved;
            any |= moved != 0;
        }
        return any && value != 0 ? Figures.rounded(Math.sqrt(squares) / Math.abs(value)) : null;
    }

    /**
     * The claim of each seed alone; empty where points have one seed, or not as many all.
     *
     * @throws org.breadboard.platform.study.outcome.UnknownFigureException if one of them cannot be computed
     */
    static double[] ofSeeds(Expression expression, PointTable points) {
        return points.repeats(sweeps(expression)).stream()
                .mapToDouble(seed -> expression.evaluate(seed).single("the claim"))
                .toArray();
    }

    /** What the claim must be quoted with; {@code seeds} are its answers or numbers of each seed alone. */
    static String note(Expression expression, PointTable points, Values values, Double spread, double[] seeds) {
        List<String> notes = new ArrayList<>();
        if (spread != null && spread > Steadiness.STEADY) {
            String what = seeds.length == 0 ? "its points' rates vary" : "it varies between seeds";
            notes.add(String.format(Locale.ROOT, "%s: \u00b1 %.0f%%", what, spread * 100));
        }
        long others =
                Arrays.stream(seeds).filter(each -> each != values.numbers()[0]).count();
        if (values.answers() && others > 0) {
            notes.add("the other answer with " + others + " of " + seeds.length + " seeds");
        }
        if (values.answers() && seeds.length == 0 && flips(expression, points, values.numbers()[0])) {
            notes.add("within its points' spread it could be the other answer");
        }
        noteNames(expression, points, PointOutcome::tooShort, "measured for too few latencies", notes);
        noteNames(
                expression,
                points,
                PointOutcome::fellBehind,
                "its background fell behind, so the rate does not last",
                notes);
        return String.join("; ", notes);
    }

    private static void noteNames(
            Expression expression,
            PointTable points,
            Predicate<PointOutcome> which,
            String remark,
            List<String> notes) {
        Set<String> names = new LinkedHashSet<>();
        expression.selections(selection -> names.addAll(points.names(selection, which)));
        if (!names.isEmpty()) {
            notes.add(remark + ": " + String.join(", ", names));
        }
    }

    private static boolean flips(Expression expression, PointTable points, double answer) {
        for (int sign : new int[] {1, -1}) {
            for (PointTable varied : points.varied(sweeps(expression), sign)) {
                if (expression.evaluate(varied).single("the claim") != answer) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<String> sweeps(Expression expression) {
        Set<String> sweeps = new LinkedHashSet<>();
        expression.selections(selection -> sweeps.add(selection.sweep()));
        return sweeps;
    }
}
