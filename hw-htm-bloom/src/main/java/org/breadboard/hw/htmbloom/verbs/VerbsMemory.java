// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.verbs;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.kit.hardware.TornCopies;

/**
 * One-sided verbs of a HADES node's NIC, for protocols that need no more (HADES II). The NIC is coherent with the
 * caches, so atomics are atomic with the CPU's (assumed: HADES simulates them so). Where a run explores, a READ may see
 * some lines older than others.
 */
public final class VerbsMemory implements OneSidedVerbs {
    private final Directory directory;
    private final NicPort port;
    private final RegionTable regions;
    private final TornCopies copies;
    private int queuePairs;

    /** Of one node. */
    public VerbsMemory(HardwareContext context, Directory directory, NicPort port, RegionTable regions) {
        this.directory = directory;
        this.port = port;
        this.regions = regions;
        copies = new TornCopies(context);
    }

    @Override
    public void register(Region region) {
        regions.register(region, null);
    }

    @Override
    public QueuePair connect(Stage stage, int node, Transport transport, int sendSlots, int sharers) {
        if (node < 0 || node >= directory.nodes()) {
            throw new RefusedException("Node " + directory.node() + " cannot connect a queue pair to node " + node
                    + ": the cluster's nodes go from 0 to " + (directory.nodes() - 1) + ".");
        }
        if (transport != Transport.RC) {
            throw new RefusedException("The NIC of a HADES node has reliable connections only, no " + transport + ".");
        }
        if (++queuePairs > port.queuePairs()) {
            throw new RefusedException("Node " + directory.node() + " asks for more than "
                    + port.queuePairs() + " queue pairs, which is all that its NIC has: use fewer threads"
                    + " or nodes, or raise hardware.queuePairs.");
        }
        stage.reserve(sendSlots);
        return new VerbsQueuePair(directory.node(), port, regions, stage, node, sendSlots);
    }

    /** A verb has come here, or the answer to one. */
    public void arrived(Transit transit, Message message) {
        VerbsQueuePair queuePair = (VerbsQueuePair) message.owner();
        if (message.kind() == VerbsQueuePair.ANSWER) {
            queuePair.answered(transit, message);
            return;
        }
        Region region = regions.region(queuePair.regions(), message.port());
        switch (message.kind()) {
            case VerbsQueuePair.READ -> read(transit, message, region);
            case VerbsQueuePair.WRITE -> {
                region.write(message.register(1), message.bytes(), 0, message.lengthBytes());
                touch(transit, message, region, message.lengthBytes(), true);
                message.lengthBytes(0);
                executed(transit, message, 0, 0);
            }
            case VerbsQueuePair.SWAP, VerbsQueuePair.ADD -> atomic(transit, message, region);
            default -> throw new IllegalStateException("no verb has kind " + message.kind());
        }
    }

    private void read(Transit transit, Message message, Region region) {
        int length = (int) message.register(2);
        long address = message.register(1);
        message.lengthBytes(length);
        int cut = copies.cut(transit, address, length);
        region.read(address, message.bytes(), 0, cut);
        double ns = touch(transit, message, region, length, false);
        if (cut == length) {
            executed(transit, message, length, ns);
            return;
        }
        copies.pause(transit, message, (later, torn) -> {
            port.use(later);
            region.read(address + cut, torn.bytes(), cut, length - cut);
            executed(later, torn, length, ns);
        });
    }

    private void atomic(Transit transit, Message message, Region region) {
        long address = message.register(1);
        long old;
        if (message.kind() == VerbsQueuePair.ADD) {
            old = region.getAndAddLong(address, message.register(3));
        } else {
            long expected = message.register(2);
            do {
                old = region.getLongAcquire(address);
            } while (old == expected && !region.compareAndSetLong(address, expected, message.register(3)));
        }
        double ns = touch(transit, message, region, Long.BYTES, true);
        message.lengthBytes(Long.BYTES);
        message.putLong(0, old);
        executed(transit, message, Long.BYTES, ns);
    }

    private double touch(Transit transit, Message message, Region region, int lengthBytes, boolean write) {
        long address = message.register(1);
        long first = directory.line(region, address);
        long last = directory.line(region, address + Math.max(1, lengthBytes) - 1);
        return directory.caches().device(first, last, write, (double) transit.nowNs());
    }

    private void executed(Transit transit, Message message, int payloadBytes, double ns) {
        if (message.task() == null) {
            transit.release(message);
        } else {
            port.answer(message, VerbsQueuePair.ANSWER, payloadBytes, ns);
        }
    }
}
