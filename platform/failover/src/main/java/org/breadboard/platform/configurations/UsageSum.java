// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.runtime.Engine.Usage;

/** What stages and resources of the same name did in one configuration after another. One thread. */
final class UsageSum {
    private final Map<String, Usage> sum = new LinkedHashMap<>();

    /** Adds what those of one configuration did, which is over. */
    void add(List<Usage> usage) {
        merge(sum, usage);
    }

    /** All of that, with what those of the present configuration have done so far. */
    List<Usage> with(List<Usage> present) {
        Map<String, Usage> all = new LinkedHashMap<>(sum);
        merge(all, present);
        return List.copyOf(all.values());
    }

    private static void merge(Map<String, Usage> sum, List<Usage> usage) {
        for (Usage each : usage) {
            sum.merge(
                    each.node() + "/" + each.name(),
                    each,
                    (a, b) -> new Usage(
                            a.node(),
                            a.name(),
                            a.stage(),
                            a.busyNs() + b.busyNs(),
                            b.aheadNs(),
                            a.served() + b.served(),
                            a.received() + b.received()));
        }
    }
}
