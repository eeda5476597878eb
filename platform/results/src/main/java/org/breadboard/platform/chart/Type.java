// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

/**
 * How text is set.
 *
 * @param size in points
 * @param anchor which of its ends is at the place that it is given
 * @param angle in degrees, clockwise
 */
record Type(Ink ink, double size, boolean bold, Anchor anchor, double angle) {
    /** An end of a text, or its middle. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    static Type of(Ink ink, double size) {
        return new Type(ink, size, false, Anchor.START, 0);
    }

    Type at(Anchor other) {
        return new Type(ink, size, bold, other, angle);
    }

    Type turned(double degrees) {
        return new Type(ink, size, bold, anchor, degrees);
    }

    Type inBold() {
        return new Type(ink, size, true, anchor, angle);
    }
}
