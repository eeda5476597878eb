// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.dma;

import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.smartnic.core.NicCore;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.kit.hardware.TornCopies;

/**
 * The DMA engine (Xenic 3.5). A vector waits for its hardware queue, which serves elements at its rate, then for its
 * bytes on PCIe; with both idle it completes in the published time, however full it is. A read sees memory when its
 * bytes are on their way, long before it completes; a write lands when it completes: the least that a program may count
 * on. Where a run explores, the lines of an element before a boundary that the seed draws are copied at the one
 * instant, and the rest at the other.
 */
final class DmaEngine {
    final NicParameters parameters;
    final Counter vectors;
    final Counter elements;
    private final boolean explores;
    private final Resource[] queues;
    private final Resource readBytes;
    private final Resource writeBytes;
    private final Resource reads;
    private final Resource writes;

    final Hop enter = this::enter;
    private final Hop served = this::served;
    private final Hop moved = this::moved;
    private final Hop done = this::done;

    DmaEngine(HardwareContext context, NicParameters parameters, Resource readBytes, Resource writeBytes) {
        this.parameters = parameters;
        this.readBytes = readBytes;
        this.writeBytes = writeBytes;
        explores = context.explores();
        vectors = context.counter("smartnic.dmaVectors");
        elements = context.counter("smartnic.dmaElements");
        queues = new Resource[parameters.dmaQueues];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = context.resource("dma.queue" + i, new Elements(parameters.dmaElementNs), 0);
        }
        reads = context.resource("dma.reads", m -> 0, parameters.dmaReadNs);
        writes = context.resource("dma.writes", m -> 0, parameters.dmaWriteNs);
    }

    DmaQueue open(NicCore core) {
        return new DmaQueue(this, core);
    }

    private void enter(Transit transit, Message leader) {
        DmaVector vector = (DmaVector) leader.owner();
        transit.forward(queues[vector.queue.core.index() % queues.length], leader, served);
    }

    private void served(Transit transit, Message leader) {
        transit.forward(((DmaVector) leader.owner()).write ? writeBytes : readBytes, leader, moved);
    }

    private void moved(Transit transit, Message leader) {
        DmaVector vector = (DmaVector) leader.owner();
        for (int i = 0; i < vector.count; i++) {
            int whole = vector.elements[i].lengthBytes();
            int cut = explores ? TornCopies.cut(transit.random(), vector.addresses[i], whole) : whole;
            vector.cuts[i] = vector.write && cut == whole ? 0 : cut;
            vector.copy(i, 0, vector.cuts[i]);
        }
        transit.forward(vector.write ? writes : reads, leader, done);
    }

    private void done(Transit transit, Message leader) {
        DmaVector vector = (DmaVector) leader.owner();
        leader.owner(null);
        for (int i = 0; i < vector.count; i++) {
            Message element = vector.elements[i];
            vector.copy(i, vector.cuts[i], element.lengthBytes());
            vector.elements[i] = null;
            if (element.task() == null) {
                transit.release(element);
            } else {
                transit.complete(vector.queue.core.stage(), element);
            }
        }
        vector.queue.giveBack(vector);
    }

    /** A hardware queue is busy for each element, but answers a vector that found it idle at once. */
    private record Elements(double elementNs) implements Resource.Cost {
        @Override
        public double serviceNs(Message leader) {
            return ((DmaVector) leader.owner()).count * elementNs;
        }

        @Override
        public double latencyNs(Message leader, double serviceNs) {
            return 0;
        }
    }
}
