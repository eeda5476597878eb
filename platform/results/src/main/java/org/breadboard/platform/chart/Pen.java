// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

/**
 * How a line is drawn.
 *
 * @param width in points
 * @param dash lengths of strokes and gaps, separated by blanks; {@code ""} for none
 */
record Pen(Ink ink, double width, String dash) {
    private static final String[] DASHES = {"6 3", "2 3", "8 3 2 3"};

    static Pen of(Ink ink, double width) {
        return new Pen(ink, width, "");
    }

    /** Of a series: what has the colour of another one has a dash. */
    static Pen series(int place, double width) {
        int round = place / Ink.seriesCount();
        return new Pen(Ink.series(place), width, round == 0 ? "" : DASHES[(round - 1) % DASHES.length]);
    }
}
