// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;

/**
 * What lookups come to.
 *
 * @param lookups how many there were
 * @param roundTrips ranges of bytes that they asked for
 * @param objects slots in those ranges
 * @param objectsByOwnPlace slots of the table itself, had each hint been its key's own displacement: as Table 2 counts
 * @param objectsToFound those of them up to the one that was looked for: what a perfect hint would have read
 * @param repeated lookups that took more than one round trip
 */
record LookupCounters(
        Counter lookups,
        Counter roundTrips,
        Counter objects,
        Counter objectsByOwnPlace,
        Counter objectsToFound,
        Counter repeated) {

    static LookupCounters of(NodeContext node) {
        return new LookupCounters(
                node.counter("lookups"),
                node.counter("roundTrips"),
                node.counter("objectsRead"),
                node.counter("objectsReadByOwnPlace"),
                node.counter("objectsToFound"),
                node.counter("lookupsRepeated"));
    }
}
