// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.breadboard.platform.study.outcome.UnknownFigureException;
import org.breadboard.platform.study.outcome.Values;

/** The functions that claims know. */
enum ExpressionFunction {
    MIN(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.number(list(values).min().orElseThrow());
        }
    },
    MAX(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.number(list(values).max().orElseThrow());
        }
    },
    MEAN(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.number(list(values).average().orElseThrow());
        }
    },
    FIRST(1) {
        @Override
        Values apply(List<Values> values) {
            return at(values.get(0), 0);
        }
    },
    LAST(1) {
        @Override
        Values apply(List<Values> values) {
            return at(values.get(0), values.get(0).numbers().length - 1);
        }
    },
    COUNT(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.number(values.get(0).numbers().length);
        }
    },
    ALL(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.answer(list(values).allMatch(each -> each != 0));
        }
    },
    ANY(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.answer(list(values).anyMatch(each -> each != 0));
        }
    },
    RISING(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.answer(monotone(values.get(0).numbers(), 1));
        }
    },
    FALLING(1) {
        @Override
        Values apply(List<Values> values) {
            return Values.answer(monotone(values.get(0).numbers(), -1));
        }
    },
    LINEAR(2) {
        @Override
        Values apply(List<Values> values) {
            return Values.number(
                    explained(values.get(0).numbers(), values.get(1).pairedWith(values.get(0))));
        }
    },
    WHERE(2) {
        @Override
        Values apply(List<Values> values) {
            double[] x = values.get(0).numbers();
            double[] answers = values.get(1).pairedWith(values.get(0));
            for (int i = 0; i < x.length; i++) {
                if (answers[i] != 0) {
                    return Values.number(x[i]);
                }
            }
            throw new UnknownFigureException("it holds at no point");
        }
    },
    CROSSING(3) {
        @Override
        Values apply(List<Values> values) {
            double[] x = values.get(0).numbers();
            double[] gap =
                    values.get(1).with(values.get(2), false, (a, b) -> a - b).pairedWith(values.get(0));
            for (int i = 0; i < x.length; i++) {
                if (gap[i] < 0) {
                    double share = i == 0 ? 0 : gap[i - 1] / (gap[i - 1] - gap[i]);
                    return Values.number(i == 0 ? x[0] : x[i - 1] + share * (x[i] - x[i - 1]));
                }
            }
            throw new UnknownFigureException("the lines do not cross");
        }
    };

    private final int arguments;

    ExpressionFunction(int arguments) {
        this.arguments = arguments;
    }

    int arguments() {
        return arguments;
    }

    abstract Values apply(List<Values> values);

    /** The function of that name, or null. */
    static ExpressionFunction named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(name))
                .findFirst()
                .orElse(null);
    }

    static String names() {
        return Arrays.stream(values()).map(ExpressionFunction::word).collect(Collectors.joining(", "));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Values at(Values values, int index) {
        return new Values(new double[] {values.numbers()[index]}, values.answers(), List.of(), new String[1]);
    }

    private static DoubleStream list(List<Values> values) {
        return Arrays.stream(values.get(0).numbers());
    }

    private static boolean monotone(double[] numbers, int sign) {
        for (int i = 1; i < numbers.length; i++) {
            if ((numbers[i] - numbers[i - 1]) * sign <= 0) {
                return false;
            }
        }
        return true;
    }

    /** R² of the least-squares line. */
    private static double explained(double[] x, double[] y) {
        double meanX = Arrays.stream(x).average().orElseThrow();
        double meanY = Arrays.stream(y).average().orElseThrow();
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (int i = 0; i < x.length; i++) {
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
            xy += (x[i] - meanX) * (y[i] - meanY);
        }
        return xx == 0 || yy == 0 ? 0 : xy * xy / (xx * yy);
    }
}
