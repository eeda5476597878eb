// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.formula.Expression;
import org.breadboard.platform.study.formula.ExpressionParser;
import org.breadboard.platform.study.outcome.Filter;
import org.breadboard.platform.study.outcome.Selection;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** Reads a study's formulas, those that have names among them, in any order. For one study and one thread. */
final class FormulaReader implements ExpressionParser.Names {
    private static final Set<String> WORDS = Set.of("and", "or", "not");

    private final List<Study.Sweep> sweeps;
    private final Map<String, YamlValue> texts;
    private final Map<String, Expression> read = new HashMap<>();
    private final List<String> reading = new ArrayList<>();

    /**
     * Reads the formulas that have names.
     *
     * @param root may have a {@code let}
     */
    FormulaReader(YamlMap root, List<Study.Sweep> sweeps) {
        this.sweeps = List.copyOf(sweeps);
        YamlMap let = root.get("let") == null ? null : root.get("let").map("'let'");
        this.texts = let == null ? Map.of() : let.entries();
        if (let != null) {
            let.keys().forEach(this::checkName);
            let.keys().forEach(this::named);
        }
    }

    private void checkName(String name, Where at) {
        if (!name.matches("[A-Za-z][A-Za-z0-9]*")) {
            throw at.refuse("'" + name + "' cannot name a formula; use letters and digits.");
        }
        String taken = null;
        if (sweepNames().contains(name)) {
            taken = "the name of a sweep";
        } else if (ExpressionParser.isFunction(name)) {
            taken = "the name of a function";
        } else if (WORDS.contains(name)) {
            taken = "a word of formulas";
        }
        if (taken != null) {
            throw at.refuse("'" + name + "' cannot name a formula, since it is " + taken + ".");
        }
    }

    /** Reads one, or refuses it with its place. */
    Expression read(YamlValue formula, String what) {
        Expression expression = ExpressionParser.parse(formula.scalar(what).text(), formula.where(), this);
        expression.selections(selection -> check(selection, formula.where()));
        return expression;
    }

    @Override
    public Expression named(String name, Where where) {
        if (!texts.containsKey(name)) {
            throw where.refuse(unknown(name));
        }
        if (reading.contains(name)) {
            List<String> circle = reading.subList(reading.indexOf(name), reading.size());
            throw where.refuse("'" + name + "' is defined by itself: "
                    + String.join(
                            ", ",
                            Stream.concat(circle.stream(), Stream.of(name)).toList()) + ".");
        }
        if (!read.containsKey(name)) {
            reading.add(name);
            read.put(name, read(texts.get(name), "'" + name + "'"));
            reading.remove(name);
        }
        return read.get(name);
    }

    private String unknown(String name) {
        if (sweepNames().contains(name)) {
            return "sweep '" + name + "' stands without a figure, as in " + name + ".committedPerSecond.";
        }
        return "there is no '" + name + "' under 'let'" + Suggestion.phrase(name, texts.keySet())
                + (texts.isEmpty() ? "." : "; there are: " + String.join(", ", texts.keySet()) + ".");
    }

    private List<String> sweepNames() {
        return sweeps.stream().map(Study.Sweep::name).toList();
    }

    private void check(Selection selection, Where where) {
        List<String> names = sweepNames();
        if (!names.contains(selection.sweep())) {
            throw where.refuse("there is no sweep '" + selection.sweep() + "'"
                    + Suggestion.phrase(selection.sweep(), names) + "; there are: " + String.join(", ", names) + ".");
        }
        checkGlobs(selection, sweeps.get(names.indexOf(selection.sweep())), where);
        String figure = selection.figure();
        boolean known = Figures.ALWAYS.contains(figure)
                || Figures.PREFIXES.stream().anyMatch(figure::startsWith)
                || figure.contains(".");
        if (!known) {
            throw where.refuse("points have no figure '" + figure + "'" + Suggestion.phrase(figure, Figures.ALWAYS)
                    + "; there are: " + String.join(", ", Figures.ALWAYS) + ".");
        }
    }

    /** Of keys that the sweep does not vary only a point's mix knows the value. */
    private static void checkGlobs(Selection selection, Study.Sweep sweep, Where where) {
        selection.filter().globs().forEach((key, glob) -> {
            boolean varied =
                    key.equals("case") || sweep.points().get(0).parameters().containsKey(key);
            boolean matched = sweep.points().stream()
                    .anyMatch(point -> Filter.stars(glob, point.parameters().get(key)) != null);
            if (varied && !matched) {
                throw where.refuse("no point of sweep '" + sweep.name() + "' has a '" + key + "' like '" + glob + "'.");
            }
        });
    }
}
