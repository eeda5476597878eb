// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.verbs;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * A reliable connection of a HADES node's NIC. What is posted leaves with the next doorbell, and arrives in the order
 * of posting. A slot of the send queue is free when the completion was taken off the ring, or the unsignalled write was
 * executed.
 */
final class VerbsQueuePair implements QueuePair, Place {
    static final int READ = Wire.VERBS;
    static final int WRITE = Wire.VERBS + 1;
    static final int SWAP = Wire.VERBS + 2;
    static final int ADD = Wire.VERBS + 3;
    static final int ANSWER = Wire.VERBS + 4;

    private final int node;
    private final NicPort port;
    private final RegionTable regions;
    private final Stage stage;
    private final int target;
    private final Message[] waiting;
    private final AtomicInteger underway = new AtomicInteger();
    private int waitingCount;

    VerbsQueuePair(int node, NicPort port, RegionTable regions, Stage stage, int target, int sendSlots) {
        this.node = node;
        this.port = port;
        this.regions = regions;
        this.stage = stage;
        this.target = target;
        waiting = new Message[sendSlots];
    }

    /** By whose numbers it names regions. */
    RegionTable regions() {
        return regions;
    }

    @Override
    public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
        if (isFull()) {
            return false;
        }
        Message message = step.take(lengthBytes);
        message.register(2, lengthBytes);
        post(step, task, READ, name, address, message, 0);
        return true;
    }

    @Override
    public boolean write(Step step, Task task, String name, long address, Message payload) {
        if (isFull()) {
            return false;
        }
        post(step, task, WRITE, name, address, payload, payload.lengthBytes());
        return true;
    }

    @Override
    public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
        if (isFull()) {
            return false;
        }
        Message message = step.take(Long.BYTES);
        message.register(2, expected);
        message.register(3, value);
        post(step, task, SWAP, name, address, message, 2 * Long.BYTES);
        return true;
    }

    @Override
    public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
        if (isFull()) {
            return false;
        }
        Message message = step.take(Long.BYTES);
        message.register(3, delta);
        post(step, task, ADD, name, address, message, Long.BYTES);
        return true;
    }

    private boolean isFull() {
        return underway.get() == waiting.length;
    }

    private void post(Step step, Task task, int kind, String name, long address, Message message, int payloadBytes) {
        underway.incrementAndGet();
        port.post(step);
        message.kind(kind);
        message.owner(this);
        message.sourceNode(node);
        message.targetNode(target);
        message.port(regions.number(name));
        message.register(1, address);
        message.completeTo(task);
        message.place(this);
        message.wireBytes(port.wireBytes(Wire.RANGE_BYTES + payloadBytes));
        waiting[waitingCount++] = message;
    }

    @Override
    public void doorbell(Step step) {
        for (int i = 0; i < waitingCount; i++) {
            step.leave(port.egress(), waiting[i]);
            waiting[i] = null;
        }
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        // What a completion costs the CPU is part of the post's time.
    }

    @Override
    public void target(int node) {
        throw new IllegalStateException("a reliable connection has one target");
    }

    void answered(Transit transit, Message message) {
        transit.complete(stage, message);
    }

    @Override
    public void free() {
        underway.decrementAndGet();
    }
}
