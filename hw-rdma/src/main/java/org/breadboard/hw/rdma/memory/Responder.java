// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.memory;

import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.Packet;

/**
 * The responder's half of a connected queue pair. Reliable: requests are executed in order and once; one that comes
 * again is answered again without being executed (a READ is read again). Where the network has faults, a request that
 * does not come next is dropped and what is missing is asked for, once (InfiniBand architecture, volume 1, 9.7.5: a NAK
 * sequence error, and the requester goes back to it). Where it has none, a request can only have overtaken another
 * within its own NIC, and waits for it.
 *
 * <p>Unreliable: what arrives in order is executed, what is late is counted and ignored.
 *
 * <p>Live, its requests arrive on threads that serve the target; those of one queue pair nearly always on the same one,
 * but a request that is sent again may come on another, so its methods take a lock.
 */
public final class Responder {
    private final Transport transport;
    private final boolean goesBack;
    private final int window;
    private final Message[] early;
    private final long[] oldValues;
    private final Counter repeats;
    private final Counter strangers;
    private MemoryAccess bound;
    /** The number of the next one to be executed. */
    private int expected;
    /** Where the network has faults, the number of the next one to come. */
    private int next;

    private boolean complained;
    private int earlyCount;
    private boolean executing;

    /**
     * Of a new queue pair.
     *
     * @param goesBack whether the network has faults, and requests leave in order
     * @param window how many of its requests are underway at most
     * @param repeats counts requests that had come before
     * @param strangers counts requests that were meant for the target of another time
     */
    public Responder(Transport transport, boolean goesBack, int window, Counter repeats, Counter strangers) {
        this.transport = transport;
        this.goesBack = goesBack;
        this.window = window;
        early = new Message[SequenceRing.places(window)];
        oldValues = new long[early.length];
        this.repeats = repeats;
        this.strangers = strangers;
    }

    /** What carries its requests. */
    public Transport transport() {
        return transport;
    }

    /** Another node's NIC answers from now on; the first request to it has this number. */
    public synchronized void expect(int sequence) {
        bound = null;
        expected = sequence;
        next = sequence;
        complained = false;
    }

    /** A request has passed the engine of the NIC whose memory this is. */
    public synchronized void arrived(Transit transit, Message message, MemoryAccess memory) {
        int sequence = Packet.sequence(message);
        int ahead = sequence - expected;
        int slot = SequenceRing.place(sequence, early.length);
        if (transport == Transport.UC && ahead > 0 && !executing) {
            expected = sequence;
            ahead = 0;
        }
        if (ahead < 0) {
            repeats.add(1);
            answerAgain(transit, message, memory);
        } else if (bound != null && bound != memory) {
            transit.drop(message, strangers);
        } else if (goesBack && sequence != next) {
            outOfSequence(transit, message, memory);
        } else if (ahead == 0 && !executing) {
            next = sequence + 1;
            complained = false;
            bound = memory;
            execute(transit, message, memory);
        } else if (ahead == 0 || ahead >= window || early[slot] != null) {
            repeats.add(1);
            transit.release(message);
        } else {
            next = sequence + 1;
            complained = false;
            early[slot] = message;
            earlyCount++;
        }
    }

    /**
     * It waits to be executed and came again; or one before it is missing. Then the answer also says what has been
     * executed, which may be less than what has come: a WRITE that waits is in no memory yet.
     */
    private void outOfSequence(Transit transit, Message message, MemoryAccess memory) {
        if (Packet.sequence(message) - next < 0 || complained) {
            repeats.add(1);
            transit.release(message);
            return;
        }
        complained = true;
        turn(message);
        message.completeTo(null);
        Packet.operation(message, Packet.MISSING, 0, next);
        message.register(1, expected);
        memory.answer(transit, message);
    }

    private void execute(Transit transit, Message message, MemoryAccess memory) {
        executing = true;
        memory.execute(transit, message, this);
    }

    /** The request has been executed; an atomic's old value is its payload. */
    synchronized void executed(Transit transit, Message message, MemoryAccess memory) {
        executing = false;
        int operation = Packet.operation(message);
        if (operation >= Packet.SWAP) {
            oldValues[SequenceRing.place(expected, oldValues.length)] = message.getLong(0);
        }
        expected++;
        answer(transit, message, memory);
        int slot = SequenceRing.place(expected, early.length);
        while (transport == Transport.UC && earlyCount > 0 && early[slot] == null) {
            // What is missing between is lost: nobody sends it again.
            expected++;
            slot = SequenceRing.place(expected, early.length);
        }
        Message following = early[slot];
        if (following != null && !executing) {
            early[slot] = null;
            earlyCount--;
            execute(transit, following, memory);
        }
    }

    /** The request could not be executed: it goes back, and comes again under its number. */
    synchronized void refused(Transit transit, Message message, MemoryAccess memory) {
        executing = false;
        if (goesBack) {
            // What follows it comes again, too, and nothing is asked for before.
            next = expected;
            complained = true;
            for (int slot = 0; slot < early.length; slot++) {
                if (early[slot] != null) {
                    transit.release(early[slot]);
                    early[slot] = null;
                }
            }
            earlyCount = 0;
        }
        turn(message);
        Packet.operation(message, Packet.NOT_READY, Packet.region(message), Packet.sequence(message));
        memory.answer(transit, message);
    }

    private void answer(Transit transit, Message message, MemoryAccess memory) {
        if (transport == Transport.UC) {
            transit.release(message);
            return;
        }
        turn(message);
        Packet.operation(
                message, Packet.operation(message) + Packet.ANSWER, Packet.region(message), Packet.sequence(message));
        memory.answer(transit, message);
    }

    private static void turn(Message message) {
        int requester = message.sourceNode();
        message.sourceNode(message.targetNode());
        message.targetNode(requester);
    }

    private void answerAgain(Transit transit, Message message, MemoryAccess memory) {
        int operation = Packet.operation(message);
        if (operation == Packet.READ) {
            memory.readAgain(message);
        } else if (operation >= Packet.SWAP) {
            message.lengthBytes(Packet.WORD_BYTES);
            message.putLong(0, oldValues[SequenceRing.place(Packet.sequence(message), oldValues.length)]);
        }
        answer(transit, message, memory);
    }
}
