// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/** The smallest on-NIC compute device: cores, and a DMA engine whose queues take vectors. */
final class ProbeNic implements NicCompute {
    static final int VECTOR_SLOTS = 15;
    static final int VECTORS = 4;

    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final double SUBMIT_NS = 190;

    private final Engine engine;
    private final int node;
    private final int cores;
    private final Resource pcie;

    ProbeNic(Engine engine, int node, int cores) {
        this.engine = engine;
        this.node = node;
        this.cores = cores;
        pcie = engine.resource(node, "nic.dma", message -> 20 + message.lengthBytes() / 7.0, 1295);
    }

    @Override
    public int cores() {
        return cores;
    }

    @Override
    public Stage core(int index, StageProgram program) {
        return engine.stage(node, 0, new StageSpec("nic.core" + index, 0.5, ""), program);
    }

    @Override
    public Region memory(String name, long sizeBytes, Layout layout) {
        throw new RefusedException("this NIC has no memory for " + name);
    }

    @Override
    public Region memory(String name, Image image) {
        throw new RefusedException("this NIC has no memory for " + name);
    }

    @Override
    public CoreMemory coreMemory(Stage core) {
        throw new RefusedException("this NIC has no memory");
    }

    @Override
    public long freeMemoryBytes() {
        return 0;
    }

    @Override
    public int maxMessageBytes() {
        return 0;
    }

    @Override
    public Channel openFlow(Stage core, int flow, ChannelSpec spec) {
        throw new RefusedException("this NIC has no channels");
    }

    @Override
    public Channel openQueue(Stage host, int queue, ChannelSpec spec) {
        throw new RefusedException("this NIC has no channels");
    }

    @Override
    public Dma dma(Stage core) {
        core.reserve(VECTOR_SLOTS * VECTORS);
        return new Queue(core);
    }

    /**
     * A place per element is held until the core takes the completion off its ring, current or stale. Its core's
     * thread.
     */
    private final class Queue implements Dma, Place {
        private final Stage core;
        private final Message[] vector = new Message[VECTOR_SLOTS];
        private final Hop enter = this::enter;
        private final Hop done = this::done;
        private int gathered;
        private int places = VECTOR_SLOTS * VECTORS;

        Queue(Stage core) {
            this.core = core;
        }

        @Override
        public void free() {
            places++;
        }

        @Override
        public int vectorSlots() {
            return VECTOR_SLOTS;
        }

        @Override
        public boolean read(Step step, Task task, Region host, long address, Message into, int lengthBytes) {
            into.lengthBytes(lengthBytes);
            return gather(READ, task, host, address, into);
        }

        @Override
        public boolean write(Step step, Task task, Region host, long address, Message from) {
            return gather(WRITE, task, host, address, from);
        }

        private boolean gather(int kind, Task task, Region host, long address, Message message) {
            if (gathered == VECTOR_SLOTS) {
                return false;
            }
            message.kind(kind);
            message.register(0, address);
            message.owner(host);
            message.completeTo(task);
            vector[gathered++] = message;
            return true;
        }

        @Override
        public boolean submit(Step step) {
            if (gathered > places) {
                return false;
            }
            if (gathered > 0) {
                step.busy(SUBMIT_NS);
            }
            places -= gathered;
            for (int i = 0; i < gathered; i++) {
                vector[i].place(this);
                step.leave(enter, vector[i]);
                vector[i] = null;
            }
            gathered = 0;
            return true;
        }

        private void enter(Transit transit, Message message) {
            transit.forward(pcie, message, done);
        }

        private void done(Transit transit, Message message) {
            Region host = (Region) message.owner();
            if (message.kind() == READ) {
                host.read(message.register(0), message.bytes(), 0, message.lengthBytes());
            } else {
                host.write(message.register(0), message.bytes(), 0, message.lengthBytes());
            }
            transit.complete(core, message);
        }
    }
}
