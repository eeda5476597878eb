package org.breadboard.hw.htmbloom.node;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.CacheLine;

/**
 * What a transaction does on other nodes, or on its own as on another: which nodes know of it, and what it will write there (HADES IV.C, module 4b).
 * One thread, but for {@link #free}.
 */
final class OtherNodes implements Place {
    /** Operations that may be on their way, those of attempts that were given up included. */
    static final int MOST_OUTSTANDING = 128;

    private final Directory directory;
    private final Nic nic;
    private final NodeTracker tracker;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final Ranges writes = new Ranges();
    private final Ranges witnesses = new Ranges();
    private final Ranges advances = new Ranges();
    private final boolean[] participants;

    OtherNodes(Directory directory, NodeTracker tracker) {
        this.directory = directory;
        this.tracker = tracker;
        nic = directory.nic();
        participants = new boolean[directory.nodes()];
    }

    void clear() {
        writes.clear();
        witnesses.clear();
        advances.clear();
        Arrays.fill(participants, false);
    }

    /** A node gets to know of it. */
    void add(int node) {
        participants[node] = true;
    }

    /** How many nodes know of it. */
    int count() {
        int count = 0;
        for (boolean participates : participants) {
            count += participates ? 1 : 0;
        }
        return count;
    }

    void read(
            Step step,
            int node,
            String region,
            long address,
            int lengthBytes,
            long witnessAddress,
            int witnessBytes,
            int ticket) {
        add(node);
        Message message = post(step, Wire.READ, node, lengthBytes + witnessBytes);
        Wire.range(message, nic.regionNumber(region), address, lengthBytes, ticket);
        Wire.witness(message, witnessAddress, witnessBytes);
        nic.send(message, Wire.RANGE_BYTES);
    }

    boolean prepare(Step step, int node, String region, long address, int lengthBytes, int ticket) {
        boolean partFirst = address % CacheLine.BYTES != 0;
        boolean partLast = (address + lengthBytes) % CacheLine.BYTES != 0;
        if (!partFirst && !partLast) {
            return false;
        }
        add(node);
        Message message = post(step, Wire.PREPARE, node, 2 * CacheLine.BYTES);
        Wire.range(message, nic.regionNumber(region), address, lengthBytes, ticket);
        nic.send(message, Wire.RANGE_BYTES);
        return true;
    }

    private Message post(Step step, int kind, int node, int capacityBytes) {
        if (outstanding.incrementAndGet() > MOST_OUTSTANDING) {
            throw new IllegalStateException(
                    "more than " + MOST_OUTSTANDING + " operations of one transaction are on their way at a time");
        }
        directory.outlet.use(step);
        step.busy(directory.parameters.postNs);
        Message message = nic.message(kind, tracker, tracker.attempt(), node, capacityBytes);
        tracker.addressTo(message);
        message.place(this);
        return message;
    }

    @Override
    public void free() {
        outstanding.decrementAndGet();
    }

    void write(int node, String region, long address, byte[] source, int offset, int lengthBytes, boolean durable) {
        add(node);
        writes.add(node, nic.regionNumber(region), address, source, offset, lengthBytes, durable);
    }

    void witness(int node, String region, long address, long value) {
        witnesses.add(node, nic.regionNumber(region), address, nic.word(value), 0, Long.BYTES, false);
    }

    void advance(int node, String region, long address, long by) {
        advances.add(node, nic.regionNumber(region), address, nic.word(by), 0, Long.BYTES, false);
    }

    // What all of them are told.

    void intend() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                nic.intend(tracker, tracker.attempt(), node, writes);
            }
        }
    }

    void validate() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                nic.validate(tracker, tracker.attempt(), node, writes, witnesses, advances);
            }
        }
    }

    void cancel() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                nic.cancel(tracker, tracker.attempt(), node);
            }
        }
    }
}
