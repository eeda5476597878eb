// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.breadboard.api.runtime.Message;

/**
 * Numbers for packets of messages that the model does not number: counted from 0 in the order in which they leave, for
 * each flow. A message has the same number when it arrives, unless the network has made another object of it. One
 * thread.
 */
public final class PacketNumbers {
    private final Map<Long, Integer> next = new HashMap<>();
    private final IdentityHashMap<Message, Integer> underway = new IdentityHashMap<>();

    /** Nothing is numbered yet. */
    public PacketNumbers() {}

    /**
     * The number of a message's first packet.
     *
     * @param leaves whether it leaves now; otherwise it arrives
     * @param flow of which flow of the sender it is
     * @param packets how many packets it is
     */
    public int of(Message message, boolean leaves, int flow, int packets) {
        Integer known = leaves ? null : underway.remove(message);
        if (known != null) {
            return known;
        }
        long key = (long) message.sourceNode() << Integer.SIZE | flow;
        int number = next.getOrDefault(key, 0);
        next.put(key, number + packets);
        if (leaves) {
            underway.put(message, number);
        }
        return number;
    }
}
