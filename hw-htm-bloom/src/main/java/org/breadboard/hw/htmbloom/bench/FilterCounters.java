// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;

/**
 * What trials come to.
 *
 * @param trials filters filled, and probed once each for a line that was not inserted: the denominator of the false
 *     positives
 * @param falsePositives probes that were answered with yes
 * @param setsFound sets of the LLC that the index sections named
 */
record FilterCounters(Counter trials, Counter falsePositives, Counter setsFound) {

    static FilterCounters of(NodeContext node) {
        return new FilterCounters(node.counter("trials"), node.counter("falsePositives"), node.counter("setsFound"));
    }
}
