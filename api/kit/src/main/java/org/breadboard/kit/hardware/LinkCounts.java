// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;

/**
 * What a node's {@link ReliableLink} counts.
 *
 * @param retransmissions packets that it sent again
 * @param repeated packets that arrived once more
 * @param acknowledgements packets that only acknowledged
 * @param broken nodes that it gave up
 * @param toBroken messages that it did not send to those
 */
record LinkCounts(
        Counter retransmissions, Counter repeated, Counter acknowledgements, Counter broken, Counter toBroken) {
    static LinkCounts of(NodeScope scope) {
        return new LinkCounts(
                scope.counter("link.retransmissions"),
                scope.counter("link.repeated"),
                scope.counter("link.acknowledgements"),
                scope.counter("link.broken"),
                scope.counter("link.notSent"));
    }
}
