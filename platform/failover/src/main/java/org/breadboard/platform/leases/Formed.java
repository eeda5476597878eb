// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import org.breadboard.platform.member.Configuration;

/**
 * The configuration that runs, as all machines see it.
 *
 * @param known the last one that has recovered, with who of it has been a member since: only they have logs of what was
 *     under way
 * @param recovered whether this one has
 * @param manager the machine that had it decided
 * @param sinceNs when it began, and all leases with it
 * @param copyNs how long it takes to make a copy of each partition; null until it has recovered
 */
@SuppressWarnings("ArrayRecordComponent")
record Formed(
        Configuration configuration, Configuration known, boolean recovered, int manager, long sinceNs, long[] copyNs) {
    int epoch() {
        return configuration.epoch();
    }

    /** How long it takes until {@code next} has all copies; those for different machines are made at the same time. */
    long copyNs(Configuration next) {
        long[] busyNs = new long[configuration.machines()];
        long longestNs = 0;
        for (Configuration.Copy copy : configuration.missing(next)) {
            busyNs[copy.to()] += copyNs[copy.partition()];
            longestNs = Math.max(longestNs, busyNs[copy.to()]);
        }
        return longestNs;
    }
}
