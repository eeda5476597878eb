// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.Locale;
import org.breadboard.platform.measured.Timeline;

/**
 * A protocol that took over from another one under load.
 *
 * @param atNs when, in ns since the cluster began
 * @param pausedNs for how long no transaction was admitted
 * @param drainedNs how much of that passed until nothing was in flight any more
 * @param records how many records passed over one by one; 0 if the memory was adopted as it was
 */
public record LiveSwap(String from, String to, long atNs, long pausedNs, long drainedNs, long records) {
    /** Whether memory was adopted. */
    public boolean adopted() {
        return records == 0;
    }

    /** When admission began again, in ns since the cluster began. */
    long resumedNs() {
        return atNs - drainedNs + pausedNs;
    }

    /** When it happened, from the end of admission to its new beginning. */
    Timeline.Mark mark() {
        return new Timeline.Mark("swap", "'" + from + "' to '" + to + "'", atNs - drainedNs, resumedNs());
    }

    /** One sentence. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "Protocol '%s' took over from '%s' after %.1f s: admission was paused for %.1f ms, %.1f ms of them to"
                        + " drain, and %s.",
                to,
                from,
                atNs / 1e9,
                pausedNs / 1e6,
                drainedNs / 1e6,
                adopted() ? "the tables were adopted as they are" : records + " records passed over");
    }
}
