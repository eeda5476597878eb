// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.dma;

import java.util.Arrays;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.hw.smartnic.core.NicCore;
import org.breadboard.hw.smartnic.nic.NicParameters;

/**
 * A core's side of the DMA engine: a vector of reads and one of writes that gather, and the places in the core's ring
 * that completions will take. All of it belongs to the core's thread: what a core asks of its own node comes back on
 * that thread.
 */
final class DmaQueue implements NicCompute.Dma, Place {
    final NicCore core;
    private final DmaEngine engine;
    private final NicParameters parameters;
    private DmaVector[] spare = new DmaVector[4];
    private int spares;
    private int places;
    private DmaVector reads;
    private DmaVector writes;

    DmaQueue(DmaEngine engine, NicCore core) {
        this.engine = engine;
        this.core = core;
        parameters = engine.parameters;
        places = parameters.dmaVectorSlots * parameters.dmaVectorsPerCore;
        core.stage().reserve(places);
        reads = take(false);
        writes = take(true);
    }

    @Override
    public int vectorSlots() {
        return parameters.dmaVectorSlots;
    }

    @Override
    public boolean read(Step step, Task task, Region host, long address, Message into, int lengthBytes) {
        check(host, address, lengthBytes);
        if (lengthBytes > into.capacityBytes()) {
            throw new IllegalArgumentException(
                    "A DMA read of " + lengthBytes + " B does not fit a message of " + into.capacityBytes() + " B.");
        }
        if (!reads.add(into, host, address)) {
            return false;
        }
        into.lengthBytes(lengthBytes);
        into.completeTo(task);
        return true;
    }

    @Override
    public boolean write(Step step, Task task, Region host, long address, Message from) {
        check(host, address, from.lengthBytes());
        if (!writes.add(from, host, address)) {
            return false;
        }
        from.completeTo(task);
        return true;
    }

    private void check(Region host, long address, int lengthBytes) {
        if (host.lifetime() == Lifetime.DEVICE_VOLATILE) {
            throw new IllegalArgumentException("Region " + host.name() + " is memory of the NIC itself: core "
                    + core.index() + " loads and stores it, DMA is for host memory.");
        }
        if (lengthBytes < 0 || address < 0 || address > host.sizeBytes() - lengthBytes) {
            throw new IllegalArgumentException("A DMA of " + lengthBytes + " B at " + address + " is not inside region "
                    + host.name() + " of " + host.sizeBytes() + " B.");
        }
    }

    @Override
    public boolean submit(Step step) {
        if (reads.count + writes.count > places) {
            return false;
        }
        if (reads.count > 0) {
            leave(step, reads);
            reads = take(false);
        }
        if (writes.count > 0) {
            leave(step, writes);
            writes = take(true);
        }
        return true;
    }

    private void leave(Step step, DmaVector vector) {
        places -= vector.count;
        for (int i = 0; i < vector.count; i++) {
            vector.elements[i].place(this);
        }
        vector.elements[0].owner(vector);
        engine.vectors.add(1);
        engine.elements.add(vector.count);
        step.stall(parameters.dmaSubmitNs);
        step.leave(engine.enter, vector.elements[0]);
    }

    @Override
    public void free() {
        places++;
    }

    private DmaVector take(boolean write) {
        DmaVector vector = spares == 0 ? new DmaVector(this, parameters.dmaVectorSlots) : spare[--spares];
        vector.write = write;
        return vector;
    }

    void giveBack(DmaVector vector) {
        vector.count = 0;
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = vector;
    }
}
