package org.breadboard.platform.study;

import java.util.function.Consumer;

/** A claim's formula over the points of a study. Immutable. */
abstract class Expression {
    /** Computes it. */
    abstract Values evaluate(PointTable points);

    /** Shows every selection of points in it. */
    abstract void selections(Consumer<Selection> visitor);

    /**
     * A figure at some points of a sweep.
     *
     * @param figure a figure's name, or a numeric key
     */
    record Selection(String sweep, Filter filter, String figure) {
        @Override
        public String toString() {
            return sweep + (filter.wanted().isEmpty() ? "" : filter);
        }
    }
}
