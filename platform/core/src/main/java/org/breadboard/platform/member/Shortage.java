// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.Locale;
import java.util.Optional;

/** How long more machines were lost than the replication bears. Times are in ns of the run. One thread. */
public final class Shortage {
    private static final long NONE = -1;

    private long sinceNs = NONE;
    private int times;
    private long sumNs;

    /** None yet. */
    public Shortage() {}

    /** Machines were lost, or are back: what has been committed is on those that are up, or not. */
    public void at(boolean survives, long nowNs) {
        if (!survives && sinceNs == NONE) {
            sinceNs = nowNs;
            times++;
        } else if (survives && sinceNs != NONE) {
            sumNs += nowNs - sinceNs;
            sinceNs = NONE;
        }
    }

    /** What a reader of the run's result has to know about it. */
    public Optional<String> remark() {
        if (times == 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "More machines were lost than the replication bears, %s, so no configuration could follow until"
                        + " enough were back: %.3f ms in all%s.",
                times == 1 ? "once" : times + " times",
                sumNs / 1e6,
                sinceNs == NONE ? "" : ", and the last time until the end"));
    }
}
