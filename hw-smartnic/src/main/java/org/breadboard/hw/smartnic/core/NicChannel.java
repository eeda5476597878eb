// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.core;

import java.util.Arrays;
import java.util.function.Consumer;
import org.breadboard.api.hardware.NicCores.Channel;
import org.breadboard.api.hardware.NicCores.ChannelSpec;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Carrier;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.hw.smartnic.nic.Sender;
import org.breadboard.kit.hardware.Slots;

/**
 * A channel: one gathering packet per destination, and the packets that wait for {@link #transmit} in the order in
 * which they began. A packet that the next message does not fit is sent as it is, and another one begins.
 */
final class NicChannel implements Sender, Channel, Carrier {
    final Stage stage;
    final Slots slots;

    private final int node;
    private final int number;
    private final boolean onCore;
    private final ChannelSpec spec;
    private final NicParameters parameters;
    private final Hop way;
    private final Slots sendQueue;
    private final Counter packets;
    private final Counter messages;
    private final Counter doorbells;

    // Gathering packets by node and number.
    private final Message[][] toCores;
    private final Message[][] toHosts;
    // All packets, a ring of a power of two.
    private Message[] waiting = new Message[16];
    private int first;
    private int count;

    NicChannel(
            NodeScope scope,
            NicParameters parameters,
            Hop way,
            Stage stage,
            int number,
            ChannelSpec spec,
            boolean onCore) {
        this.stage = stage;
        this.number = number;
        this.onCore = onCore;
        this.spec = spec;
        this.parameters = parameters;
        this.way = way;
        node = scope.node();
        slots = new Slots(spec.receiveSlots());
        sendQueue = new Slots(spec.sendPackets());
        packets = scope.counter("smartnic.packets");
        messages = scope.counter("smartnic.messages");
        doorbells = scope.counter("smartnic.doorbells");
        toCores = new Message[scope.nodes()][0];
        toHosts = new Message[scope.nodes()][0];
    }

    @Override
    public boolean toCore(Step step, int target, int flow, Message message) {
        return gather(step, target, flow, toCores, 0, message);
    }

    @Override
    public boolean toHost(Step step, int target, int queue, Message message) {
        return gather(step, target, queue, toHosts, Packet.TO_HOST, message);
    }

    private boolean gather(Step step, int target, int to, Message[][] gathering, long flags, Message message) {
        int bytes = Packet.FRAMING_BYTES + message.lengthBytes();
        if (bytes > Packet.MOST_BYTES || message.kind() >>> Short.SIZE != 0) {
            throw new IllegalArgumentException("A message of " + message.lengthBytes() + " B and kind " + message.kind()
                    + " cannot be sent: they go up to " + (Packet.MOST_BYTES - Packet.FRAMING_BYTES)
                    + " B and 65535.");
        }
        boolean gathers = gathers(target, flags);
        Message packet = gathers && to < gathering[target].length ? gathering[target][to] : null;
        if (packet == null || !hasRoom(packet, target, bytes)) {
            if (!sendQueue.take()) {
                return false;
            }
            packet = step.take(gathers ? Math.max(bytes, parameters.mtuBytes) : bytes);
            Packet.address(packet, node, number, target, to, spec.gatherPcie() ? flags : flags | Packet.ALONE);
            packet.register(1, 0);
            packet.owner(this);
            enqueue(packet);
            if (gathers) {
                Packet.set(packet, Packet.GATHERED);
                remember(gathering, target, to, packet);
            }
        }
        Packet.append(packet, message);
        packet.register(1, packet.register(1) + 1);
        step.release(message);
        busy(step, messageNs());
        return true;
    }

    /** A packet that goes to another node fills one frame. */
    private boolean hasRoom(Message packet, int target, int bytes) {
        int lengthBytes = packet.lengthBytes();
        return target == node
                ? lengthBytes + bytes <= parameters.mtuBytes
                : parameters.hasRoom(Packet.messages(packet), lengthBytes, bytes);
    }

    /** Whether packets to there gather; one from the host to another node crosses both PCIe and the wire. */
    private boolean gathers(int target, long flags) {
        if (target != node) {
            return spec.gatherEthernet() || !onCore && spec.gatherPcie();
        }
        return onCore && (flags & Packet.TO_HOST) == 0 ? spec.gatherEthernet() : spec.gatherPcie();
    }

    private void remember(Message[][] gathering, int target, int to, Message packet) {
        if (to >= gathering[target].length) {
            gathering[target] = Arrays.copyOf(gathering[target], to + 1);
        }
        gathering[target][to] = packet;
    }

    private void enqueue(Message packet) {
        if (count == waiting.length) {
            Message[] more = new Message[2 * count];
            for (int i = 0; i < count; i++) {
                more[i] = waiting[first + i & count - 1];
            }
            waiting = more;
            first = 0;
        }
        waiting[first + count++ & waiting.length - 1] = packet;
    }

    @Override
    public StageProgram.Transmit transmit(Step step) {
        if (count == 0) {
            return StageProgram.Transmit.IDLE;
        }
        if (onCore) {
            leave(step);
            step.stall(parameters.corePacketNs);
        } else {
            int burst = spec.gatherPcie() ? Math.min(count, parameters.doorbellPackets) : 1;
            for (int i = 0; i < burst; i++) {
                leave(step);
            }
            doorbells.add(1);
            step.busy(parameters.cpuDoorbellNs + burst * parameters.cpuPacketNs);
        }
        return StageProgram.Transmit.SENT;
    }

    @Override
    public void freeSlot() {
        sendQueue.free();
    }

    private void leave(Step step) {
        Message packet = waiting[first];
        waiting[first] = null;
        first = first + 1 & waiting.length - 1;
        count--;
        Message[] gathering = (Packet.has(packet, Packet.TO_HOST) ? toHosts : toCores)[packet.targetNode()];
        if (packet.port() < gathering.length && gathering[packet.port()] == packet) {
            gathering[packet.port()] = null;
        }
        packets.add(1);
        messages.add(Packet.messages(packet));
        step.leave(way, packet);
    }

    @Override
    public void polled(Step step, Message message) {
        boolean begins = Packet.has(message, Packet.FIRST);
        double packetNs = onCore ? parameters.corePacketNs : parameters.cpuPacketNs;
        busy(step, (begins ? packetNs : 0) + messageNs());
    }

    @Override
    public void carried(Message carrying, Message scratch, Consumer<Message> visitor) {
        for (int at = 0; at < carrying.lengthBytes(); at += Packet.FRAMING_BYTES + Packet.lengthBytes(carrying, at)) {
            Packet.extract(carrying, at, scratch);
            visitor.accept(scratch);
        }
    }

    private void busy(Step step, double ns) {
        if (onCore) {
            step.stall(ns);
        } else {
            step.busy(ns);
        }
    }

    private double messageNs() {
        return onCore ? parameters.coreMessageNs : parameters.cpuMessageNs;
    }
}
