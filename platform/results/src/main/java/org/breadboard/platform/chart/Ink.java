// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

/**
 * A colour. A page's style has one of its own for it, by its name, in the light and in the dark.
 *
 * @param name of the style's variable
 * @param rgb in a file that stands alone, and in print
 */
record Ink(String name, int rgb) {
    static final Ink TEXT = new Ink("ink", 0x1d2733);
    static final Ink SOFT = new Ink("soft", 0x5b6875);
    static final Ink GRID = new Ink("line", 0xdfe4ea);
    static final Ink PAPER = new Ink("paper", 0xffffff);
    static final Ink MARK = new Ink("mark", 0xc2571a);

    private static final int[] SERIES = {0x2563a8, 0xc2571a, 0x1b7a43, 0x7b3fa0, 0xa8324f, 0x4d5b69, 0x8a6d00, 0x0b7f83
    };
    private static final int[] SHADES = {0xf0965a, 0x8f7fd6, 0x4fb3a5, 0xc9a227, 0xd86a8a, 0x7d8b99};

    /** Of a series, by its place. */
    static Ink series(int place) {
        int at = place % SERIES.length;
        return new Ink("s" + at, SERIES[at]);
    }

    /** How many series have colours of their own. */
    static int seriesCount() {
        return SERIES.length;
    }

    /** Of a kind of shade, by its place. */
    static Ink shade(int place) {
        int at = place % SHADES.length;
        return new Ink("shade" + at, SHADES[at]);
    }
}
