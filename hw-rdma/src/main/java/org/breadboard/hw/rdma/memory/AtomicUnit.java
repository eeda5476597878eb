// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.memory;

import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Sender;

/**
 * CAS and FAA at their target: one at a time for the whole NIC (FaSST 6.3), as a read and, later, a write over PCIe.
 * Other atomics of this machine's NICs stay out in between, the CPU's stores do not (Xenic 2.2.2). That NICs keep each
 * other out is assumed: a verb's atomicity is guaranteed within one NIC (IBV_ATOMIC_HCA), and systems with several that
 * lock by CAS rest on more.
 *
 * <p>Live, both hops of an atomic run on one thread that serves the target, and other such threads wait until it is
 * done. In virtual time a machine is always served through one {@link Transit}, on whichever thread, and the next
 * atomic queues.
 */
final class AtomicUnit {
    private final MemoryAccess memory;
    private final Resource[] units;
    private final Resource writing;
    private final Hop read = this::read;
    private final Hop write = this::write;
    private final Semaphore turn = new Semaphore(1);
    /** Through which the turn was taken; null if it is free. */
    private volatile Transit holder;

    private final ArrayDeque<Message> queue = new ArrayDeque<>();

    AtomicUnit(MemoryAccess memory, NodeScope scope, double atomicNs, int nics) {
        this.memory = memory;
        units = new Resource[nics];
        for (int i = 0; i < nics; i++) {
            units[i] = scope.resource("nic.atomics", message -> atomicNs, 0);
        }
        writing = scope.resource("nic.atomicWrite", message -> 0, atomicNs / 2);
    }

    void execute(Transit transit, Message message) {
        transit.forward(units[((Sender) message.owner()).nic() % units.length], message, read);
    }

    private void read(Transit transit, Message message) {
        memory.region(message); // What it refuses must not leave the turn behind.
        if (holder == transit) {
            queue.add(message);
            return;
        }
        turn.acquireUninterruptibly();
        holder = transit;
        begin(transit, message);
    }

    private void begin(Transit transit, Message message) {
        message.lengthBytes(Packet.WORD_BYTES);
        message.putLong(0, memory.region(message).getLongAcquire(message.register(1)));
        transit.forward(writing, message, write);
    }

    private void write(Transit transit, Message message) {
        Region region = memory.region(message);
        long address = message.register(1);
        long old = message.getLong(0);
        if (Packet.operation(message) == Packet.ADD) {
            region.putLongRelease(address, old + message.register(2));
        } else if (old == message.register(2)) {
            region.putLongRelease(address, message.register(3));
        }
        Message next = queue.poll();
        if (next == null) {
            holder = null;
            turn.release();
        } else {
            begin(transit, next);
        }
        memory.executed(transit, message);
    }
}
