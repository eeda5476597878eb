// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.smartnic.nic.Packet;

/**
 * A one-sided request as a packet. Register 0 has the packet's flags, the operation and the region's index in its queue
 * pair, register 1 the address, register 3 the length of a READ and the request's number in its queue pair. Operands of
 * atomics, and what they answer, are bytes.
 */
final class Verb {
    static final int READ = 0;
    static final int WRITE = 1;
    static final int SWAP = 2;
    static final int ADD = 3;

    private static final int OPERATION_SHIFT = 8;
    private static final int REGION_SHIFT = 32;
    private static final long ANSWER = 1 << 12;

    private Verb() {}

    static void address(Message message, int operation, int region, int sourceNode, int node, long address) {
        Packet.address(message, sourceNode, 0, node, 0, Packet.VERB);
        Packet.clear(message, Packet.HELD);
        Packet.set(message, (long) operation << OPERATION_SHIFT | (long) region << REGION_SHIFT);
        message.register(1, address);
    }

    /** The length that a READ asks for, and the request's number, which wraps around. */
    static void number(Message message, int lengthBytes, int number) {
        message.register(3, (long) number << Integer.SIZE | lengthBytes);
    }

    static int number(Message message) {
        return (int) (message.register(3) >>> Integer.SIZE);
    }

    static int operation(Message message) {
        return (int) (message.register(0) >>> OPERATION_SHIFT) & 3;
    }

    static int region(Message message) {
        return (int) (message.register(0) >>> REGION_SHIFT);
    }

    static boolean isAnswer(Message message) {
        return Packet.has(message, ANSWER);
    }

    /** Bytes that a READ or WRITE copies; none for an atomic. */
    static int copiedBytes(Message message) {
        return switch (operation(message)) {
            case READ -> (int) message.register(3);
            case WRITE -> message.lengthBytes();
            default -> 0;
        };
    }

    static int bytesMoved(Message message) {
        return Math.max(Long.BYTES, copiedBytes(message));
    }

    static void check(Message message, Region region, int node) {
        int lengthBytes = bytesMoved(message);
        long address = message.register(1);
        boolean atomic = operation(message) >= SWAP;
        int needed = atomic ? lengthBytes : copiedBytes(message);
        if (address < 0 || address > region.sizeBytes() - needed || atomic && address % Long.BYTES != 0) {
            throw new IllegalStateException("Node " + message.sourceNode() + " asks for " + needed + " B at " + address
                    + " of region " + region.name() + " of node " + node + ", which has " + region.sizeBytes()
                    + " B; atomics need an address divisible by 8.");
        }
    }

    /** Executes it, or of a copy the bytes from {@code from} to {@code to}. */
    static void execute(Message message, Region region, int from, int to) {
        long address = message.register(1);
        switch (operation(message)) {
            case READ -> {
                message.lengthBytes((int) message.register(3));
                region.read(address + from, message.bytes(), from, to - from);
            }
            case WRITE -> region.write(address + from, message.bytes(), from, to - from);
            case SWAP -> {
                long expected = message.getLong(0);
                long old = region.getLongAcquire(address);
                while (old == expected && !region.compareAndSetLong(address, expected, message.getLong(Long.BYTES))) {
                    old = region.getLongAcquire(address);
                }
                message.putLong(0, old);
            }
            default -> message.putLong(0, region.getAndAddLong(address, message.getLong(0)));
        }
    }

    /** Makes the answer of an executed request. */
    static void turn(Message message) {
        int requester = message.sourceNode();
        message.sourceNode(message.targetNode());
        message.targetNode(requester);
        switch (operation(message)) {
            case READ -> {}
            case WRITE -> message.lengthBytes(0);
            default -> message.lengthBytes(Long.BYTES);
        }
        Packet.set(message, ANSWER);
    }
}
