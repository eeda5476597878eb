// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.formula;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import org.breadboard.platform.study.outcome.Filter;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.study.outcome.Selection;
import org.breadboard.platform.study.outcome.Values;
import org.breadboard.platform.yaml.Where;

/** Reads a claim's formula: arithmetic, comparisons, functions, and figures at points. By recursive descent. */
public final class ExpressionParser {
    private final String text;
    private final Where where;
    private final Names names;
    private int at;

    private ExpressionParser(String text, Where where, Names names) {
        this.text = text;
        this.where = where;
        this.names = names;
    }

    /** What formulas are named. */
    public interface Names {
        /**
         * Finds a formula.
         *
         * @param where who wants it
         * @throws org.breadboard.api.RefusedException if there is none of that name
         */
        Expression named(String name, Where where);
    }

    /** Reads a formula, or refuses it with its place and the column. */
    public static Expression parse(String text, Where where, Names names) {
        ExpressionParser parser = new ExpressionParser(text, where, names);
        Expression expression = parser.either();
        parser.space();
        if (parser.at < text.length()) {
            throw parser.wrong("an operator");
        }
        return expression;
    }

    /** Whether formulas know a function of that name. */
    public static boolean isFunction(String name) {
        return ExpressionFunction.named(name) != null;
    }

    private Expression either() {
        Expression left = both();
        while (word("or")) {
            left = binary(left, both(), true, (a, b) -> a != 0 || b != 0 ? 1 : 0);
        }
        return left;
    }

    private Expression both() {
        Expression left = comparison();
        while (word("and")) {
            left = binary(left, comparison(), true, (a, b) -> a != 0 && b != 0 ? 1 : 0);
        }
        return left;
    }

    private Expression comparison() {
        if (word("not")) {
            Expression of = comparison();
            return apply(List.of(of), values -> values.get(0).with(Values.number(0), true, (a, b) -> a == 0 ? 1 : 0));
        }
        Expression left = sum();
        if (symbol("<=")) {
            return binary(left, sum(), true, (a, b) -> a <= b ? 1 : 0);
        }
        if (symbol(">=")) {
            return binary(left, sum(), true, (a, b) -> a >= b ? 1 : 0);
        }
        if (symbol("<")) {
            return binary(left, sum(), true, (a, b) -> a < b ? 1 : 0);
        }
        if (symbol(">")) {
            return binary(left, sum(), true, (a, b) -> a > b ? 1 : 0);
        }
        return left;
    }

    private Expression sum() {
        Expression left = product();
        while (true) {
            if (symbol("+")) {
                left = binary(left, product(), false, Double::sum);
            } else if (symbol("-")) {
                left = binary(left, product(), false, (a, b) -> a - b);
            } else {
                return left;
            }
        }
    }

    private Expression product() {
        Expression left = single();
        while (true) {
            if (symbol("*")) {
                left = binary(left, single(), false, (a, b) -> a * b);
            } else if (symbol("/")) {
                left = binary(left, single(), false, (a, b) -> a / b);
            } else {
                return left;
            }
        }
    }

    private Expression single() {
        if (symbol("-")) {
            return apply(List.of(single()), values -> values.get(0).with(Values.number(0), false, (a, b) -> -a));
        }
        if (symbol("(")) {
            Expression inner = either();
            need(")");
            return inner;
        }
        space();
        if (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            return number();
        }
        String name = letters();
        if (name.isEmpty()) {
            throw wrong("a number, a function, a name or a sweep");
        }
        return symbol("(") ? function(name) : selection(name, filter());
    }

    private Expression number() {
        int from = at;
        while (at < text.length() && "0123456789.eE".indexOf(text.charAt(at)) >= 0) {
            boolean exponent = "eE".indexOf(text.charAt(at)) >= 0;
            at++;
            if (exponent && at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }
        try {
            double value = Double.parseDouble(text.substring(from, at));
            return apply(List.of(), values -> Values.number(value));
        } catch (NumberFormatException wrong) {
            at = from;
            throw wrong("a number");
        }
    }

    private Expression function(String name) {
        ExpressionFunction function = ExpressionFunction.named(name);
        if (function == null) {
            throw where.refuse("in '" + text + "': there is no function '" + name + "'; there are: "
                    + ExpressionFunction.names() + ".");
        }
        List<Expression> arguments = new ArrayList<>();
        do {
            arguments.add(either());
        } while (symbol(","));
        need(")");
        if (arguments.size() != function.arguments()) {
            throw where.refuse("in '" + text + "': " + name + " takes " + function.arguments() + " arguments, not "
                    + arguments.size() + ".");
        }
        return apply(arguments, function::apply);
    }

    private Filter filter() {
        Map<String, String> filter = new LinkedHashMap<>();
        if (symbol("[")) {
            do {
                String key = until("=");
                need("=");
                filter.put(key, until(",]"));
            } while (symbol(","));
            need("]");
        }
        return new Filter(Collections.unmodifiableMap(filter));
    }

    private Expression selection(String sweep, Filter filter) {
        if (!symbol(".")) {
            Expression named = names.named(sweep, where);
            return filter.wanted().isEmpty()
                    ? named
                    : apply(List.of(named), values -> values.get(0).narrowed(filter, sweep));
        }
        int from = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "._".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        String figure = text.substring(from, at);
        if (figure.isEmpty() && symbol("\"")) {
            figure = until("\"");
            need("\"");
        }
        if (figure.isEmpty()) {
            throw wrong("the name of a figure");
        }
        Selection selection = new Selection(sweep, filter, figure);
        return new Expression() {
            @Override
            public Values evaluate(PointTable points) {
                return points.select(selection);
            }

            @Override
            public void selections(Consumer<Selection> visitor) {
                visitor.accept(selection);
            }
        };
    }

    private static Expression binary(
            Expression left, Expression right, boolean answers, DoubleBinaryOperator operator) {
        return apply(List.of(left, right), values -> values.get(0).with(values.get(1), answers, operator));
    }

    private static Expression apply(List<Expression> arguments, Function<List<Values>, Values> function) {
        return new Expression() {
            @Override
            public Values evaluate(PointTable points) {
                return function.apply(
                        arguments.stream().map(each -> each.evaluate(points)).toList());
            }

            @Override
            public void selections(Consumer<Selection> visitor) {
                arguments.forEach(each -> each.selections(visitor));
            }
        };
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private String letters() {
        int from = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private boolean word(String word) {
        space();
        int end = at + word.length();
        boolean there =
                text.startsWith(word, at) && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
        at = there ? end : at;
        return there;
    }

    private boolean symbol(String symbol) {
        space();
        boolean there = text.startsWith(symbol, at);
        at = there ? at + symbol.length() : at;
        return there;
    }

    private String until(String ends) {
        int from = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(from, at).trim();
    }

    private void need(String symbol) {
        if (!symbol(symbol)) {
            throw wrong("'" + symbol + "'");
        }
    }

    private org.breadboard.api.RefusedException wrong(String expected) {
        return where.refuse("in '" + text + "': expected " + expected + " at column " + (at + 1) + ".");
    }
}
