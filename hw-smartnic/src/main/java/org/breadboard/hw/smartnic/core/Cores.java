// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.core;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.hw.smartnic.nic.Ways;

/** The cores of a NIC, their memory, and the channels of cores and host threads. */
public class Cores implements NicCores {
    /** So that destinations are array indices. */
    private static final int MOST_NUMBERS = 1 << 16;

    private final HardwareContext context;
    private final NicParameters parameters;
    private final Ways ways;
    private final NicCore[] cores;
    private final Counter noReceiveSlot;
    private final Counter noSuchChannel;
    private long freeBytes;
    private NicChannel[] flows = new NicChannel[0];
    private NicChannel[] queues = new NicChannel[0];

    /** Of one NIC, which has them run without a program as yet. */
    public Cores(HardwareContext context, NicParameters parameters, Ways ways) {
        this.context = context;
        this.parameters = parameters;
        this.ways = ways;
        freeBytes = parameters.memoryBytes;
        cores = new NicCore[parameters.cores];
        for (int i = 0; i < cores.length; i++) {
            cores[i] = new NicCore(i, context, parameters, ways.route());
        }
        noReceiveSlot = context.unexpected("smartnic.noReceiveSlot");
        noSuchChannel = context.unexpected("smartnic.noSuchChannel");
    }

    /** The core that the flow engine steers a number to. */
    public final NicCore core(int flow) {
        return cores[flow % cores.length];
    }

    /** Whether a stage is that of a core. */
    public final boolean isCore(Stage stage) {
        for (NicCore core : cores) {
            if (core.stage() == stage) {
                return true;
            }
        }
        return false;
    }

    /**
     * The core whose stage this is.
     *
     * @throws RefusedException if it is that of none
     */
    protected final NicCore coreOf(Stage stage) {
        for (NicCore core : cores) {
            if (core.stage() == stage) {
                return core;
            }
        }
        throw new RefusedException("Stage " + stage.name() + " of node " + stage.node()
                + " is not a core of this NIC: take one from core().");
    }

    @Override
    public int cores() {
        return cores.length;
    }

    @Override
    public Stage core(int index, StageProgram program) {
        if (index < 0 || index >= cores.length) {
            throw new RefusedException(
                    "The NIC of node " + context.node() + " has no core " + index + "; " + cores.length + " run.");
        }
        cores[index].install(program);
        return cores[index].stage();
    }

    @Override
    public Region memory(String name, long sizeBytes, Layout layout) {
        refuseBeyondFree(name, sizeBytes);
        return charged(context.region(name, sizeBytes, Lifetime.DEVICE_VOLATILE, layout));
    }

    @Override
    public Region memory(String name, Image image) {
        refuseBeyondFree(name, image.sizeBytes());
        return charged(context.region(name, image, Lifetime.DEVICE_VOLATILE));
    }

    private void refuseBeyondFree(String name, long sizeBytes) {
        if (sizeBytes > freeBytes) {
            throw new RefusedException("Region " + name + " needs " + sizeBytes + " B of the NIC's memory, but node "
                    + context.node() + " has " + freeBytes + " B of " + parameters.memoryBytes
                    + " B left (memoryBytes in the data sheet).");
        }
    }

    private Region charged(Region region) {
        freeBytes -= region.sizeBytes();
        return region;
    }

    @Override
    public CoreMemory coreMemory(Stage core) {
        return coreOf(core);
    }

    @Override
    public long freeMemoryBytes() {
        return freeBytes;
    }

    @Override
    public int maxMessageBytes() {
        return Packet.MOST_BYTES - Packet.FRAMING_BYTES;
    }

    @Override
    public Channel openFlow(Stage core, int flow, ChannelSpec spec) {
        NicCore owner = coreOf(core);
        if (flow >= 0 && core(flow) != owner) {
            throw new RefusedException(
                    "Flow " + flow + " is steered to core " + flow % cores.length + " of " + cores.length
                            + ", not to core " + owner.index() + ", which opens it on node " + context.node() + ".");
        }
        flows = with(flows, "Flow", core, flow, spec, true);
        return flows[flow];
    }

    @Override
    public Channel openQueue(Stage host, int queue, ChannelSpec spec) {
        queues = with(queues, "Queue", host, queue, spec, false);
        reservePassing(queue, spec.sendPackets());
        return queues[queue];
    }

    /**
     * Reserves room on a core for what a queue or a port of the host has underway; only on-path, packets pass a core.
     */
    public final void reservePassing(int source, int packets) {
        if (parameters.onPath) {
            core(source).stage().reserve(packets);
        }
    }

    private NicChannel[] with(
            NicChannel[] known, String what, Stage stage, int number, ChannelSpec spec, boolean onCore) {
        if (number < 0 || number >= MOST_NUMBERS) {
            throw new RefusedException(what + " " + number + " cannot be opened: they go from 0 to 65535.");
        }
        if (spec.receiveSlots() < 0 || spec.sendPackets() < 1) {
            throw new RefusedException(what + " " + number + " of node " + context.node() + " asks for "
                    + spec.receiveSlots() + " receive slots and " + spec.sendPackets()
                    + " packets; at least 0 and 1 are needed.");
        }
        NicChannel[] grown = number < known.length ? known : Arrays.copyOf(known, number + 1);
        if (grown[number] != null) {
            throw new RefusedException(
                    what + " " + number + " of node " + context.node() + " is open already; it belongs to one stage.");
        }
        grown[number] = new NicChannel(
                context, parameters, onCore ? ways.fromCore() : ways.fromHost(), stage, number, spec, onCore);
        stage.reserve(spec.receiveSlots());
        return grown;
    }

    /** Delivers the messages of a packet that has arrived, each on its own. */
    public final void unpack(Transit transit, Message packet, boolean toHost) {
        NicChannel[] channels = toHost ? queues : flows;
        NicChannel target = packet.port() < channels.length ? channels[packet.port()] : null;
        if (target == null) {
            noSuchChannel.add(Packet.messages(packet));
            transit.release(packet);
            return;
        }
        long mark = Packet.FIRST;
        for (int at = 0; at < packet.lengthBytes(); at += Packet.FRAMING_BYTES + Packet.lengthBytes(packet, at)) {
            if (!target.slots.take()) {
                noReceiveSlot.add(1);
                continue;
            }
            Message message = transit.take(Packet.lengthBytes(packet, at));
            Packet.extract(packet, at, message);
            message.register(0, mark);
            mark = 0;
            message.place(target.slots);
            transit.deliver(target.stage, message);
        }
        transit.release(packet);
    }
}
