// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.memory;

import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.kit.hardware.RegisteredRegions;
import org.breadboard.kit.hardware.TornCopies;

/**
 * A NIC's access to the registered memory of its node, on behalf of others. A copy of several cache lines may be seen
 * half done.
 */
public final class MemoryAccess {
    private final int node;
    private final Hop answers;
    private final Receives receives;
    private final AtomicUnit atomics;
    private final RegisteredRegions regions;
    private final TornCopies copies;
    private final Hop copyRest = this::copyRest;

    /** What ports have posted, for WRITEs with immediate data. */
    @FunctionalInterface
    public interface Receives {
        /** Hands a copy of the message to the port that it names; false if that has no receive posted. */
        boolean receive(Transit transit, Message message);
    }

    /**
     * Of one node.
     *
     * @param answers where the answer to an executed request goes
     */
    public MemoryAccess(HardwareContext context, NicParameters parameters, Hop answers, Receives receives) {
        node = context.node();
        this.answers = answers;
        this.receives = receives;
        atomics = new AtomicUnit(this, context, parameters.atomicNs, parameters.nics);
        regions = new RegisteredRegions(node);
        copies = new TornCopies(context);
    }

    /** Lets others reach a region by its name. */
    public void register(Region region) {
        regions.register(region);
    }

    /** Sends the answer to an executed request. */
    void answer(Transit transit, Message message) {
        answers.arrive(transit, message);
    }

    /** Executes a request and tells {@code responder}, now or later. */
    void execute(Transit transit, Message message, Responder responder) {
        int operation = Packet.operation(message);
        if (operation >= Packet.SWAP) {
            atomics.execute(transit, message);
            return;
        }
        if (Packet.region(message) == Packet.RECEIVES) {
            receive(transit, message, responder);
            return;
        }
        Region region = region(message);
        int lengthBytes = lengthBytes(message, operation);
        int cut = copies.cut(transit, message.register(1), lengthBytes);
        copy(region, message, operation, 0, cut);
        if (cut == lengthBytes) {
            responder.executed(transit, message, this);
        } else {
            message.register(3, cut);
            copies.pause(transit, message, copyRest);
        }
    }

    /** A WRITE with immediate data takes a receive; where none is posted it goes back, to be sent again later. */
    private void receive(Transit transit, Message message, Responder responder) {
        if (receives.receive(transit, message)) {
            responder.executed(transit, message, this);
        } else {
            responder.refused(transit, message, this);
        }
    }

    private void copyRest(Transit transit, Message message) {
        int operation = Packet.operation(message);
        int cut = (int) message.register(3);
        copy(region(message), message, operation, cut, lengthBytes(message, operation));
        executed(transit, message);
    }

    /** A request that took its time has been executed. */
    void executed(Transit transit, Message message) {
        ((Requester) message.owner()).responder().executed(transit, message, this);
    }

    /** Reads for a READ that came again. */
    void readAgain(Message message) {
        copy(region(message), message, Packet.READ, 0, lengthBytes(message, Packet.READ));
    }

    private static void copy(Region region, Message message, int operation, int from, int to) {
        long address = message.register(1);
        if (operation == Packet.READ) {
            message.lengthBytes((int) message.register(2));
            region.read(address + from, message.bytes(), from, to - from);
        } else {
            region.write(address + from, message.bytes(), from, to - from);
        }
    }

    private static int lengthBytes(Message message, int operation) {
        return operation == Packet.READ ? (int) message.register(2) : message.lengthBytes();
    }

    /** The region that a request names, with its bounds checked. */
    Region region(Message message) {
        String name = ((Requester) message.owner()).regionName(message);
        return checked(regions.named(name, message.sourceNode()), message);
    }

    private Region checked(Region region, Message message) {
        int operation = Packet.operation(message);
        long address = message.register(1);
        int lengthBytes = operation >= Packet.SWAP ? Packet.WORD_BYTES : lengthBytes(message, operation);
        if (address < 0 || address > region.sizeBytes() - lengthBytes) {
            throw new IllegalStateException("Node " + message.sourceNode() + " asks for " + lengthBytes + " B at "
                    + address + " of region " + region.name() + " of node " + node + ", which has "
                    + region.sizeBytes() + " B.");
        }
        if (operation >= Packet.SWAP && address % Packet.WORD_BYTES != 0) {
            throw new IllegalStateException("Node " + message.sourceNode() + " asks for an atomic at " + address
                    + " of region " + region.name() + "; atomics need an address divisible by 8.");
        }
        return region;
    }
}
