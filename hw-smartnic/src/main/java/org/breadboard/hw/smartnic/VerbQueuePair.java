package org.breadboard.hw.smartnic;

import java.util.Arrays;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/** A reliable connection of a host thread or a core. A request keeps its place until its completion is taken off the ring. */
final class VerbQueuePair implements QueuePair, Place {
    final boolean onCore;
    private final SmartNic nic;
    private final NicParameters parameters;
    private final Stage stage;
    private final int node;
    private final Slots places;
    private final Message[] waiting;
    private int waitingCount;
    private String[] names = new String[4];
    private int nameCount;

    VerbQueuePair(SmartNic nic, Stage stage, boolean onCore, int node, int sendSlots) {
        this.nic = nic;
        this.stage = stage;
        this.onCore = onCore;
        this.node = node;
        parameters = nic.parameters();
        places = new Slots(sendSlots);
        waiting = new Message[sendSlots];
    }

    String regionName(Message message) {
        return names[Verb.region(message)];
    }

    private int index(String name) {
        for (int i = 0; i < nameCount; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        if (nameCount == names.length) {
            names = Arrays.copyOf(names, 2 * nameCount);
        }
        names[nameCount] = name;
        return nameCount++;
    }

    private boolean post(Step step, Task task, int operation, String name, long address, Message message) {
        Verb.address(message, operation, index(name), nic.node(), node, address);
        message.owner(this);
        message.completeTo(task);
        message.place(this);
        waiting[waitingCount++] = message;
        step.busy(packetNs());
        return true;
    }

    private double packetNs() {
        return onCore ? parameters.corePacketNs * parameters.coreSpeed : parameters.cpuPacketNs;
    }

    @Override
    public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
        if (!places.take()) {
            return false;
        }
        Message message = step.take(lengthBytes);
        message.register(3, lengthBytes);
        return post(step, task, Verb.READ, name, address, message);
    }

    @Override
    public boolean write(Step step, Task task, String name, long address, Message payload) {
        return places.take() && post(step, task, Verb.WRITE, name, address, payload);
    }

    @Override
    public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
        return places.take() && post(step, task, Verb.SWAP, name, address, operands(step, expected, value));
    }

    @Override
    public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
        return places.take() && post(step, task, Verb.ADD, name, address, operands(step, delta, 0));
    }

    private static Message operands(Step step, long first, long second) {
        Message message = step.take(2 * Long.BYTES);
        message.putLong(0, first);
        message.putLong(Long.BYTES, second);
        message.lengthBytes(2 * Long.BYTES);
        return message;
    }

    @Override
    public void doorbell(Step step) {
        if (waitingCount == 0) {
            return;
        }
        step.busy(onCore ? packetNs() : parameters.cpuDoorbellNs);
        for (int i = 0; i < waitingCount; i++) {
            step.leave(onCore ? nic.fromCore : nic.fromHost, waiting[i]);
            waiting[i] = null;
        }
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(packetNs());
    }

    @Override
    public void target(int other) {
        throw new IllegalStateException("only DC queue pairs change their target (FaSST 7.1)");
    }

    /** An answer has reached the stage's side. */
    void complete(Transit transit, Message message) {
        if (message.task() == null) {
            transit.release(message);
        } else {
            transit.complete(stage, message);
        }
    }

    @Override
    public void free() {
        places.free();
    }
}
