// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.breadboard.kit.capture.TransportPacket;

/**
 * A connected queue pair and its packets. The model numbers requests; packets have numbers of their own, of which a
 * request takes as many as it, or what it reads, has packets. How many those were that the capture has not seen nobody
 * knows: they count as one each.
 */
final class Connection {
    private final int requester;
    private final int responder;
    /** Of requests that are several packets, how many, by their numbers. */
    private final TreeMap<Integer, Integer> packets = new TreeMap<>();

    private final List<Numbered> numbered = new ArrayList<>();

    /** One of a request's, or of its answer's: {@code index} counts packets; -1 is the request's last one. */
    private record Numbered(TransportPacket packet, int sequence, int index) {}

    /**
     * Without packets.
     *
     * @param requester the number of its queue pair at the node that posts; {@code responder} at its target
     */
    Connection(int requester, int responder) {
        this.requester = requester;
        this.responder = responder;
    }

    int requester() {
        return requester;
    }

    int responder() {
        return responder;
    }

    /** A request takes so many numbers. */
    void request(int sequence, int count) {
        if (count > 1) {
            packets.put(sequence, count);
        }
    }

    void add(TransportPacket packet, int sequence, int index) {
        numbered.add(new Numbered(packet, sequence, index));
    }

    /** Gives all packets their numbers. */
    void number() {
        TreeMap<Integer, Integer> more = new TreeMap<>();
        int sum = 0;
        for (Map.Entry<Integer, Integer> request : packets.entrySet()) {
            more.put(request.getKey(), sum);
            sum += request.getValue() - 1;
        }
        for (Numbered each : numbered) {
            int own = packets.getOrDefault(each.sequence(), 1);
            int index = each.index() < 0 ? own - 1 : each.index();
            each.packet().number(each.sequence() + before(more, sum, each.sequence()) + index);
        }
    }

    /** How many numbers requests before one take beyond one each. */
    private static int before(NavigableMap<Integer, Integer> more, int sum, int sequence) {
        Map.Entry<Integer, Integer> from = more.ceilingEntry(sequence);
        return from == null ? sum : from.getValue();
    }
}
