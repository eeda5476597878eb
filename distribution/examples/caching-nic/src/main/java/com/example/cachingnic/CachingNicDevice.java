package com.example.cachingnic;

import com.example.cachingnic.cache.RecordCache;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;
import org.breadboard.kit.hardware.Slots;

/**
 * The NIC of one node. A packet's way: PCIe, this NIC's engine, the link, the switch, the other link, the other NIC's
 * engine. There a datagram crosses PCIe to the ring of a stage; a question turns around at the NIC's memory. All costs
 * are at resources.
 */
final class CachingNicDevice implements Device, RecordCache {
    /** In front of a payload on the wire: Ethernet, IPv4, UDP, check sequence, preamble and gap. */
    private static final int HEADER_BYTES = 14 + 20 + 8 + 4 + 20;

    // A question is table and key. What a host tells is table, key, version and value.
    private static final int KEY = 4;
    private static final int VERSION = 12;
    private static final int VALUE = 20;

    /** The owner of what a host tells: it reads it for people. */
    private static final MessageReader TOLD =
            message -> new MessageReader.Reading(MessageReader.Reading.UNNAMED, "cache key " + message.getLong(KEY));

    /** Records that are on their way to the NIC. */
    private static final int PUTS = 256;

    private final int node;
    private final double cpuPacketNs;
    private final int maxValueBytes;
    private final Resource toNic;
    private final Resource toHost;
    private final Resource engine;
    private final Resource memory;
    /** Live, one thread of the node looks into the memory. */
    private final Resource turn;

    private final CacheSlots slots;
    private final Counter hits;
    private final Counter misses;
    private final Counter evictions;
    private final Slots puts = new Slots(PUTS);
    private final Datagrams ports;
    private final Hop link;

    CachingNicDevice(HardwareContext context) {
        Settings sheet = context.profile();
        node = context.node();
        cpuPacketNs = sheet.get(CachingNic.CPU_PACKET_NS);
        int slotBytes = sheet.get(CachingNic.SLOT_BYTES) & -Long.BYTES;
        maxValueBytes = slotBytes - CacheSlots.VALUE;
        long bytes = sheet.get(CachingNic.CACHE_KIB) * 1024L;
        slots = new CacheSlots(
                context.region("nic.cache", bytes, Lifetime.DEVICE_VOLATILE, CacheSlots.LAYOUT), slotBytes);
        hits = context.counter("caching-nic.hits");
        misses = context.counter("caching-nic.misses");
        evictions = context.counter("caching-nic.evictions");
        double bytesPerNs = sheet.get(CachingNic.PCIE_BYTES_PER_NS);
        Resource.Cost crossing = message -> message.lengthBytes() / bytesPerNs;
        toNic = context.resource("nic.pcie-to-nic", crossing, sheet.get(CachingNic.PCIE_NS));
        toHost = context.resource("nic.pcie-to-host", crossing, sheet.get(CachingNic.PCIE_NS));
        double engineNs = sheet.get(CachingNic.ENGINE_NS);
        engine = context.resource("nic.engine", message -> engineNs, 0);
        double slotNs = slotBytes / sheet.get(CachingNic.MEMORY_BYTES_PER_NS);
        memory = context.resource("nic.memory", message -> slotNs, sheet.get(CachingNic.MEMORY_NS));
        turn = context.timer("nic.turn", 0);
        DatagramPort.Counts counts = DatagramPort.Counts.of(context, "caching-nic");
        ports = new Datagrams(node, sheet.get(CachingNic.MTU_BYTES)) {
            @Override
            protected DatagramPort port(PortSpec spec) {
                return new Port(spec, maxPayloadBytes(), counts);
            }
        };
        Hop ingress = (transit, packet) -> transit.forward(engine, packet, this::arrived);
        link = context.fabric()
                .attach(node, sheet.get(CachingNic.LINK_GBPS), sheet.get(CachingNic.ONE_WAY_NS), ingress)
                .egress();
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == RecordCache.class) {
            return capability.cast(this);
        }
        return capability == DatagramTransport.class ? capability.cast(ports) : null;
    }

    // What leaves and arrives.

    private void address(Message message, int targetNode) {
        message.sourceNode(node);
        message.targetNode(targetNode);
        message.wireBytes(message.lengthBytes() + HEADER_BYTES);
    }

    private void leave(Transit transit, Message message) {
        transit.forward(toNic, message, (onNic, crossed) -> onNic.forward(engine, crossed, this::sent));
    }

    private void sent(Transit transit, Message message) {
        if (message.owner() instanceof Port port) {
            port.sendQueue.free();
        }
        link.arrive(transit, message);
    }

    private void arrived(Transit transit, Message message) {
        if (!(message.owner() instanceof Asking asking)) {
            transit.forward(toHost, message, ports::arrived);
        } else if (asking.nic() == this) {
            transit.forward(toHost, message, (onHost, answer) -> onHost.complete(asking.stage, answer));
        } else {
            atMemory(transit, message, this::look);
        }
    }

    // At the memory.

    private void atMemory(Transit transit, Message message, Hop next) {
        transit.forward(memory, message, (behind, served) -> behind.forward(turn, served, next));
    }

    /** The question becomes its answer. */
    private void look(Transit transit, Message message) {
        int bytes = slots.look(message.getInt(0), message.getLong(KEY), message.bytes());
        (bytes > 0 ? hits : misses).add(1);
        message.lengthBytes(bytes);
        address(message, message.sourceNode());
        transit.forward(engine, message, link);
    }

    private void told(Transit transit, Message message) {
        transit.forward(toNic, message, (onNic, crossed) -> atMemory(onNic, crossed, this::store));
    }

    private void store(Transit transit, Message message) {
        long version = message.getLong(VERSION);
        int valueBytes = message.lengthBytes() - VALUE;
        if (slots.put(message.getInt(0), message.getLong(KEY), version, message.bytes(), VALUE, valueBytes)) {
            evictions.add(1);
        }
        transit.release(message);
    }

    // The capability.

    @Override
    public boolean put(Step step, int table, long key, long version, byte[] value, int at, int lengthBytes) {
        if (lengthBytes > maxValueBytes || !puts.take()) {
            return false;
        }
        Message message = about(step, table, key, VALUE + lengthBytes, puts);
        message.owner(TOLD);
        message.putLong(VERSION, version);
        System.arraycopy(value, at, message.bytes(), VALUE, lengthBytes);
        message.lengthBytes(VALUE + lengthBytes);
        step.leave(this::told, message);
        return true;
    }

    private Message about(Step step, int table, long key, int capacityBytes, Slots place) {
        Message message = step.take(capacityBytes);
        message.putInt(0, table);
        message.putLong(KEY, key);
        message.place(place);
        step.busy(cpuPacketNs);
        return message;
    }

    @Override
    public Questions open(Stage stage, int slots) {
        stage.reserve(slots);
        return new Asking(stage, new Slots(slots));
    }

    /** The owner of questions and of their answers. */
    private final class Asking implements Questions, MessageReader {
        private final Stage stage;
        private final Slots free;

        Asking(Stage stage, Slots free) {
            this.stage = stage;
            this.free = free;
        }

        CachingNicDevice nic() {
            return CachingNicDevice.this;
        }

        @Override
        public boolean ask(Step step, int of, int table, long key, Task task, int item) {
            if (of == node) {
                throw new IllegalArgumentException("node " + of + " asks its own NIC, whose records its host has");
            }
            if (!free.take()) {
                return false;
            }
            Message message = about(step, table, key, VALUE + maxValueBytes, free);
            message.lengthBytes(VERSION);
            address(message, of);
            step.busy(cpuPacketNs); // for the answer
            message.kind(item);
            message.completeTo(task, task.attempt());
            message.owner(this);
            step.leave(CachingNicDevice.this::leave, message);
            return true;
        }

        @Override
        public Reading read(Message message) {
            boolean asks = message.targetNode() != node;
            String answer = RecordCache.isHit(message) ? "answer: cached" : "answer: not cached";
            return new Reading(Reading.UNNAMED, asks ? "is key " + message.getLong(KEY) + " cached" : answer);
        }
    }

    private final class Port extends DatagramPort {
        private final Slots sendQueue;

        Port(Datagrams.PortSpec spec, int maxPayloadBytes, Counts counts) {
            super(spec, maxPayloadBytes, CachingNicDevice.this::leave, counts);
            sendQueue = new Slots(spec.sendSlots());
        }

        @Override
        protected boolean accept(Step step, int targetNode, int targetPort, Message message) {
            if (!sendQueue.take()) {
                return false;
            }
            message.port(targetPort);
            address(message, targetNode);
            step.busy(cpuPacketNs);
            return true;
        }

        @Override
        protected void ring(Step step, Message first, int count) {
            // This NIC looks at its queue by itself.
        }

        @Override
        public void polled(Step step, Message message) {
            step.busy(cpuPacketNs);
        }
    }
}
