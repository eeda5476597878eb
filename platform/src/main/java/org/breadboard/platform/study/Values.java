package org.breadboard.platform.study;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * What an expression yields: one or several numbers, or one or several answers.
 *
 * @param numbers answers are 1 for yes and 0 for no
 * @param answers whether they are answers
 */
record Values(double[] numbers, boolean answers) {
    static Values number(double value) {
        return new Values(new double[] {value}, false);
    }

    static Values answer(boolean value) {
        return new Values(new double[] {value ? 1 : 0}, true);
    }

    /** The only one. */
    double single(String what) {
        if (numbers.length != 1) {
            throw new UnknownFigureException(what + " is " + numbers.length
                    + " values; pick one, or use min, max, mean, first," + " last, all or any");
        }
        return numbers[0];
    }

    /** Combines element by element; a single one goes with each of the other. */
    Values with(Values other, boolean yieldsAnswers, DoubleBinaryOperator operator) {
        int length = Math.max(numbers.length, other.numbers.length);
        if (Math.min(numbers.length, other.numbers.length) != length
                && numbers.length != 1
                && other.numbers.length != 1) {
            throw new UnknownFigureException(
                    "lists of " + numbers.length + " and " + other.numbers.length + " values do not go together");
        }
        double[] combined = new double[length];
        for (int i = 0; i < length; i++) {
            combined[i] = operator.applyAsDouble(
                    numbers[numbers.length == 1 ? 0 : i], other.numbers[other.numbers.length == 1 ? 0 : i]);
        }
        return new Values(combined, yieldsAnswers);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Values values && answers == values.answers && Arrays.equals(numbers, values.numbers);
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
