// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * What an expression yields: one or several numbers, or one or several answers.
 *
 * @param numbers answers are 1 for yes and 0 for no
 * @param answers whether they are answers
 * @param labels the keys that tell each of a list from the others, no two the same; empty for one that is no list
 * @param unknown why a number is unknown, at its index; null where it is known
 */
public record Values(double[] numbers, boolean answers, List<Map<String, String>> labels, String[] unknown) {
    /** One number. */
    public static Values number(double value) {
        return new Values(new double[] {value}, false, List.of(), new String[1]);
    }

    /** One answer. */
    public static Values answer(boolean value) {
        return new Values(new double[] {value ? 1 : 0}, true, List.of(), new String[1]);
    }

    /** All of them; refuses if one is unknown. */
    @Override
    public double[] numbers() {
        for (String why : unknown) {
            if (why != null) {
                throw new UnknownFigureException(why);
            }
        }
        return numbers;
    }

    /** The only one; refuses if there are more, or none. {@code what} says whose they are. */
    public double single(String what) {
        if (numbers.length != 1) {
            throw new UnknownFigureException(what + " is " + numbers.length
                    + " values; pick one, or use min, max, mean, first," + " last, all or any");
        }
        return numbers()[0];
    }

    /** Combines those with the same labels, in the order of this; one that is no list goes with each of the other. */
    public Values with(Values other, boolean yieldsAnswers, DoubleBinaryOperator operator) {
        Values paired = list() && other.list() ? other.inOrderOf(this) : other;
        int length = Math.max(numbers.length, paired.numbers.length);
        double[] combined = new double[length];
        String[] whys = new String[length];
        for (int i = 0; i < length; i++) {
            int left = numbers.length == 1 ? 0 : i;
            int right = paired.numbers.length == 1 ? 0 : i;
            combined[i] = operator.applyAsDouble(numbers[left], paired.numbers[right]);
            whys[i] = unknown[left] == null ? paired.unknown[right] : unknown[left];
        }
        return new Values(combined, yieldsAnswers, list() ? labels : other.labels, whys);
    }

    private boolean list() {
        return !labels.isEmpty();
    }

    /** The numbers that go with those of another, in its order. */
    public double[] pairedWith(Values other) {
        if (!list() && !other.list()) {
            return numbers();
        }
        return inOrderOf(other).numbers();
    }

    private Values inOrderOf(Values other) {
        List<Object> mine = labels.stream().map(Values::pairedBy).toList();
        List<Object> others = other.labels.stream().map(Values::pairedBy).toList();
        for (List<Map<String, String>> each : List.of(labels, other.labels)) {
            for (Map<String, String> label : each) {
                if (!mine.contains(pairedBy(label)) || !others.contains(pairedBy(label))) {
                    throw new UnknownFigureException("lists of " + other.numbers.length + " and " + numbers.length
                            + " values do not go together: only one of them has " + Filter.show(label));
                }
            }
        }
        return picked(others.stream().mapToInt(mine::indexOf).toArray(), other.labels);
    }

    /** Two sweeps may each vary one key, of different names. */
    private static Object pairedBy(Map<String, String> label) {
        return label.size() == 1 ? label.values().iterator().next() : label;
    }

    private Values picked(int[] order, List<Map<String, String>> named) {
        return new Values(
                Arrays.stream(order).mapToDouble(i -> numbers[i]).toArray(),
                answers,
                named,
                Arrays.stream(order).mapToObj(i -> unknown[i]).toArray(String[]::new));
    }

    /** Those of a list that match. */
    public Values narrowed(Filter filter, String name) {
        if (!list()) {
            throw new UnknownFigureException("'" + name + "' is one value, so " + filter + " cannot pick any of it");
        }
        List<Map<String, String>> matches = new ArrayList<>();
        labels.forEach(label -> matches.add(filter.match(label, key -> null)));
        int[] order = IntStream.range(0, matches.size())
                .filter(i -> matches.get(i) != null)
                .toArray();
        if (order.length == 0) {
            throw new UnknownFigureException("no value of '" + name + "' matches " + filter);
        }
        return picked(
                order, filter.distinct(matches.stream().filter(Objects::nonNull).toList()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Values values
                && answers == values.answers
                && Arrays.equals(numbers, values.numbers)
                && labels.equals(values.labels);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers) + (answers ? " (answers)" : "");
    }
}
