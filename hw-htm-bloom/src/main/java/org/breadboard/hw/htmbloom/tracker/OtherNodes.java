// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.directory.OwnTransaction;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Ranges;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * What a transaction does on other nodes, or on its own as on another: which nodes know of it, and what it will write
 * there (HADES IV.C, module 4b). One thread, but for {@link #free}.
 */
final class OtherNodes implements Place {
    /** Operations that may be on their way, those of attempts that were given up included. */
    static final int MOST_OUTSTANDING = 128;

    private final NicPort port;
    private final OwnTransaction own;
    private final Coordinator self;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final Ranges writes = new Ranges();
    private final Ranges kept = new Ranges();
    private final Ranges witnesses = new Ranges();
    private final Ranges advances = new Ranges();
    private final boolean[] participants;

    OtherNodes(NicPort port, OwnTransaction own, Coordinator self, int nodes) {
        this.port = port;
        this.own = own;
        this.self = self;
        participants = new boolean[nodes];
    }

    void clear() {
        writes.clear();
        kept.clear();
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
        Wire.range(message, self.regions().number(region), address, lengthBytes, ticket);
        Wire.witness(message, witnessAddress, witnessBytes);
        port.send(message, Wire.RANGE_BYTES);
    }

    boolean prepare(Step step, int node, String region, long address, int lengthBytes, int ticket) {
        boolean partFirst = address % CacheLine.BYTES != 0;
        boolean partLast = (address + lengthBytes) % CacheLine.BYTES != 0;
        if (!partFirst && !partLast) {
            return false;
        }
        add(node);
        Message message = post(step, Wire.PREPARE, node, 2 * CacheLine.BYTES);
        Wire.range(message, self.regions().number(region), address, lengthBytes, ticket);
        port.send(message, Wire.RANGE_BYTES);
        return true;
    }

    private Message post(Step step, int kind, int node, int capacityBytes) {
        if (outstanding.incrementAndGet() > MOST_OUTSTANDING) {
            throw new IllegalStateException(
                    "more than " + MOST_OUTSTANDING + " operations of one transaction are on their way at a time");
        }
        port.use(step);
        port.post(step);
        Message message = message(kind, node, capacityBytes);
        own.addressTo(message);
        message.place(this);
        return message;
    }

    /** An empty message of the attempt. */
    Message message(int kind, int node, int capacityBytes) {
        return port.message(kind, self, own.attempt(), node, capacityBytes);
    }

    @Override
    public void free() {
        outstanding.decrementAndGet();
    }

    void write(int node, String region, long address, byte[] source, int offset, int lengthBytes, boolean durable) {
        add(node);
        writes.add(node, self.regions().number(region), address, source, offset, lengthBytes, durable);
    }

    void keep(int node, String region, long address, byte[] source, int offset, int lengthBytes) {
        kept.add(node, self.regions().number(region), address, source, offset, lengthBytes, true);
    }

    void witness(int node, String region, long address, long value) {
        witnesses.addWord(node, self.regions().number(region), address, value);
    }

    void advance(int node, String region, long address, long by) {
        advances.addWord(node, self.regions().number(region), address, by);
    }

    // What all of them are told.

    void intend() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                intend(node);
            }
        }
    }

    private void intend(int node) {
        boolean keeps = kept.has(node);
        int keptBytes = keeps ? kept.encodedBytes(node) : 0;
        Message message = message(Wire.INTEND, node, writes.encodedBytes(node) + keptBytes);
        writes.encode(node, message, true, false, true);
        if (keeps) {
            kept.encode(node, message, true, false, false);
        }
        port.send(message, message.lengthBytes());
    }

    void validate() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                validate(node);
            }
        }
    }

    /** Witnesses are untimed, and cost no bytes on the wire. */
    private void validate(int node) {
        int advanceBytes = advances.wordBytes(node);
        int capacityBytes = writes.encodedBytes(node) + witnesses.wordBytes(node) + advanceBytes;
        Message message = message(Wire.VALIDATE, node, capacityBytes);
        writes.encode(node, message, false, true, false);
        int payload = message.lengthBytes() + (advances.has(node) ? advanceBytes : 0);
        witnesses.encodeWords(node, message);
        advances.encodeWords(node, message);
        port.send(message, payload);
    }

    void cancel() {
        for (int node = 0; node < participants.length; node++) {
            if (participants[node]) {
                port.send(message(Wire.CANCEL, node, 0), 0);
            }
        }
    }
}
