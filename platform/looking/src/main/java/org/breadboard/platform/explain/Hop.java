// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import org.breadboard.platform.trace.Place;
import org.breadboard.platform.trace.Span;

/**
 * One station of a transaction. Times are in µs; {@code atUs} counts from the transaction's beginning.
 *
 * @param message the number of the message that is there, counted from 1, or 0
 * @param what the words for what is done there
 * @param atUs when it came
 * @param waitUs from then until its service began; never served before that
 * @param serveUs how long it was served
 * @param travelUs from then until it was at the next place
 * @param onPath whether the outcome had to wait for it
 */
public record Hop(
        Span.Kind kind,
        Place place,
        int message,
        String what,
        double atUs,
        double waitUs,
        double serveUs,
        double travelUs,
        boolean onPath) {
    /** When its service began. */
    public double beganUs() {
        return atUs + waitUs;
    }

    /** When its service ended. */
    public double endedUs() {
        return beganUs() + serveUs;
    }

    /** What stands for the place in short: {@code host}, {@code core}, {@code nic}, {@code link}. */
    public String group() {
        return group(place);
    }

    static String group(Place place) {
        if (place.stage()) {
            String last = place.name().substring(place.name().lastIndexOf('.') + 1);
            String bare = last.replaceAll("[0-9]+$", "");
            return bare.isEmpty() ? last : bare;
        }
        int dot = place.name().indexOf('.');
        return dot <= 0 ? place.name() : place.name().substring(0, dot);
    }
}
