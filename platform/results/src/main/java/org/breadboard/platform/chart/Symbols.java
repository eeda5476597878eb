// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.List;

/** The symbols of series: what has the colour of another series has another symbol. */
final class Symbols {
    private static final double RADIUS = 3.4;
    private static final int CIRCLE = 0;

    /** Corners of each symbol but the first, in radii. */
    private static final double[][] CORNERS = {
        {},
        {-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9},
        {0, -1.25, 1.15, 0.8, -1.15, 0.8},
        {0, -1.35, 1.1, 0, 0, 1.35, -1.1, 0},
        {0, 1.25, 1.15, -0.8, -1.15, -0.8},
        {
            -0.4, -1.2, 0.4, -1.2, 0.4, -0.4, 1.2, -0.4, 1.2, 0.4, 0.4, 0.4, 0.4, 1.2, -0.4, 1.2, -0.4, 0.4, -1.2, 0.4,
            -1.2, -0.4, -0.4, -0.4
        },
        {-1.3, -0.6, 1.3, -0.6, 1.3, 0.6, -1.3, 0.6},
        {1.1, 0, 0.55, 1, -0.55, 1, -1.1, 0, -0.55, -1, 0.55, -1}
    };

    private Symbols() {}

    static void draw(Canvas canvas, int series, double x, double y) {
        int symbol = (series + series / Ink.seriesCount()) % CORNERS.length;
        if (symbol == CIRCLE) {
            canvas.circle(x, y, RADIUS, Ink.series(series));
            return;
        }
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < CORNERS[symbol].length; i += 2) {
            points.add(new double[] {x + RADIUS * CORNERS[symbol][i], y + RADIUS * CORNERS[symbol][i + 1]});
        }
        canvas.area(points, Ink.series(series), 1);
    }
}
