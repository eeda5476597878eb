// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.List;

/** What plots are drawn on: y grows downwards, lengths are points. A point is {x, y}. */
interface Canvas {
    /** Draws a line through points; null is a gap. */
    void line(List<double[]> points, Pen pen);

    /** Fills what points surround. */
    void area(List<double[]> points, Ink ink, double opacity);

    void circle(double x, double y, double radius, Ink ink);

    /** Sets text on its base line. */
    void text(double x, double y, String words, Type type);

    default void line(double x1, double y1, double x2, double y2, Pen pen) {
        line(List.of(new double[] {x1, y1}, new double[] {x2, y2}), pen);
    }

    default void rectangle(double x1, double y1, double x2, double y2, Ink ink, double opacity) {
        area(
                List.of(new double[] {x1, y1}, new double[] {x2, y1}, new double[] {x2, y2}, new double[] {x1, y2}),
                ink,
                opacity);
    }
}
