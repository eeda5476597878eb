// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.PriorityQueue;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/** Messages of one thread that wait for a time before their next hop; those of one instant keep their order. */
final class LaterHops {
    private final PriorityQueue<Later> waiting = new PriorityQueue<>();
    private long added;

    private record Later(long atNs, long order, Hop hop, Message message) implements Comparable<Later> {
        @Override
        public int compareTo(Later other) {
            return atNs == other.atNs ? Long.compare(order, other.order) : Long.compare(atNs, other.atNs);
        }
    }

    void add(long atNs, Hop hop, Message message) {
        waiting.add(new Later(atNs, added++, hop, message));
    }

    /** When the next one is due, in ns since the run began; {@link Long#MAX_VALUE} if there is none. */
    long nextNs() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().atNs;
    }

    /** Hands those that are due over to a queue. */
    void due(long nowNs, HopQueue queue) {
        while (nextNs() <= nowNs) {
            Later later = waiting.poll();
            queue.add(later.hop, later.message);
        }
    }
}
