// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.memory;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Sender;

/**
 * The requester's half of a connected queue pair, as the target's NIC sees it: its requests name regions by an index,
 * and its other half is a {@link Responder}. Names are added by the thread of its stage and read by threads that serve
 * the target.
 */
public abstract class Requester implements Sender, MessageReader {
    private volatile String[] names = new String[4];
    private int count;

    /** Its other half. */
    public abstract Responder responder();

    /** The name that a request calls its region by. */
    final String regionName(Message message) {
        return names[Packet.region(message)];
    }

    /** Says which verb it is; what a WRITE brings into posted receives, the protocol reads. */
    @Override
    public final Reading read(Message message) {
        int operation = Packet.operation(message);
        if (Packet.region(message) == Packet.RECEIVES) {
            return null;
        }
        String words = switch (operation) {
            case Packet.READ -> "read " + message.register(2) + " B of " + regionName(message);
            case Packet.WRITE -> "write " + message.lengthBytes() + " B to " + regionName(message);
            case Packet.SWAP -> "compare and swap a word of " + regionName(message);
            case Packet.ADD -> "fetch and add a word of " + regionName(message);
            case Packet.READ + Packet.ANSWER -> "the bytes";
            case Packet.SWAP + Packet.ANSWER, Packet.ADD + Packet.ANSWER -> "the word that was there";
            case Packet.WRITE + Packet.ANSWER -> "written";
            default -> null;
        };
        return words == null ? null : new Reading(Reading.UNNAMED, words);
    }

    /** The index that its requests call a region by. */
    protected final int regionIndex(String name) {
        for (int i = 0; i < count; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count] = name;
        return count++;
    }
}
