// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;

/**
 * How long a message keeps the NIC's engine busy: so much for each kind of packet, for how its work request comes to
 * the NIC, for each byte, and for each queue-pair state that must be fetched, one after another (FaSST 3.3, Fig. 1 and
 * 2).
 */
public final class EngineCost implements Resource.Cost {
    private final NicParameters nic;
    private final double[] leavingNs = new double[Packet.OPERATIONS];
    private final double[] arrivingNs = new double[Packet.OPERATIONS];
    private final QpCache cache;

    /** Of one NIC, with an empty cache. */
    public EngineCost(NicParameters nic) {
        this.nic = nic;
        this.cache = new QpCache(nic.qpCacheEntries);
        leavingNs[Packet.DATAGRAM] = nic.engineSendNs;
        arrivingNs[Packet.DATAGRAM] = nic.engineReceiveNs;
        for (int request = Packet.READ; request <= Packet.ADD; request++) {
            leavingNs[request] = nic.engineRequestNs;
            arrivingNs[request] = nic.engineServeNs;
            arrivingNs[request + Packet.ANSWER] = nic.engineResponseNs;
        }
        arrivingNs[Packet.MISSING] = nic.engineResponseNs;
        arrivingNs[Packet.NOT_READY] = nic.engineResponseNs;
        for (int control : new int[] {Packet.CONNECT, Packet.ACCEPT, Packet.DISCONNECT}) {
            leavingNs[control] = nic.engineConnectNs;
            arrivingNs[control] = nic.engineConnectNs;
        }
    }

    @Override
    public double serviceNs(Message message) {
        int operation = Packet.operation(message);
        boolean arriving = Packet.has(message, Packet.ARRIVED);
        double ns = arriving ? arrivingNs[operation] : leavingNs[operation];
        int payloadBytes = payloadBytes(message, operation, arriving);
        if (payloadBytes > 0) {
            ns = ns * Packet.packets(payloadBytes, nic.mtuBytes) + payloadBytes * nic.engineByteNs;
        }
        return ns + (arriving ? 0 : postingNs(message, operation)) + stateNs(message, operation, arriving);
    }

    /**
     * How a work request comes to the NIC: written by the CPU line by line, or fetched as one of a list; and its
     * payload.
     */
    private double postingNs(Message message, int operation) {
        double ns = Packet.has(message, Packet.RANG) ? nic.engineDoorbellNs : 0;
        if (Packet.has(message, Packet.PUSHED)) {
            ns += Packet.workRequestLines(message, operation) * nic.enginePushLineNs;
        }
        return Packet.has(message, Packet.FETCHED) ? ns + nic.engineFetchNs : ns;
    }

    /**
     * Requests need their queue pair's state, answers find what their request brought in. A DC target's state is made
     * by a connect and gone with a disconnect (FaSST 7.1).
     */
    private double stateNs(Message message, int operation, boolean arriving) {
        if (operation <= Packet.ADD) {
            boolean toPort = arriving && operation == Packet.DATAGRAM;
            long state = toPort ? message.port() : ((Sender) message.owner()).stateKey(message);
            return cache.touch(state) ? 0 : nic.qpMissNs;
        }
        if (arriving && operation == Packet.CONNECT) {
            cache.touch(((Sender) message.owner()).stateKey(message));
        } else if (arriving && operation == Packet.DISCONNECT) {
            cache.remove(((Sender) message.owner()).stateKey(message));
        }
        return 0;
    }

    /** Serving a READ moves the bytes of its answer; what is inlined has come with its work request. */
    private static int payloadBytes(Message message, int operation, boolean arriving) {
        if (operation == Packet.READ) {
            return arriving ? (int) message.register(2) : 0;
        }
        boolean moves = Packet.hasPayload(operation) && (arriving || !Packet.isInlined(message, operation));
        return moves ? message.lengthBytes() : 0;
    }
}
