package org.breadboard.hw.rdma.memory;

import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.Packet;

/**
 * The responder's half of a connected queue pair. Reliable: requests are executed in order and once; one that overtook
 * another waits for it, one that comes again is answered again without being executed (a READ is read again).
 * Unreliable: what arrives in order is executed, what is late is counted and ignored.
 *
 * <p>Live, its requests arrive on threads that serve the target; those of one queue pair nearly always on the same one,
 * but a request that is sent again may come on another, so its methods take a lock.
 */
public final class Responder {
    private final Transport transport;
    private final Message[] early;
    private final long[] oldValues;
    private final Counter repeats;
    private final Counter strangers;
    private MemoryAccess bound;
    private int expected;
    private int earlyCount;
    private boolean executing;

    /**
     * Of a new queue pair.
     *
     * @param window how many of its requests are underway at most
     * @param repeats counts requests that had come before
     * @param strangers counts requests that were meant for the target of another time
     */
    public Responder(Transport transport, int window, Counter repeats, Counter strangers) {
        this.transport = transport;
        this.early = new Message[window];
        this.oldValues = new long[window];
        this.repeats = repeats;
        this.strangers = strangers;
    }

    /** Another node's NIC answers from now on; the first request to it has this number. */
    public synchronized void expect(int sequence) {
        bound = null;
        expected = sequence;
    }

    /** A request has passed the engine of the NIC whose memory this is. */
    public synchronized void arrived(Transit transit, Message message, MemoryAccess memory) {
        int sequence = Packet.sequence(message);
        int ahead = sequence - expected;
        int slot = Math.floorMod(sequence, early.length);
        if (transport == Transport.UC && ahead > 0 && !executing) {
            expected = sequence;
            ahead = 0;
        }
        if (ahead < 0) {
            repeats.add(1);
            answerAgain(transit, message, memory);
        } else if (bound != null && bound != memory) {
            transit.drop(message, strangers);
        } else if (ahead == 0 && !executing) {
            bound = memory;
            execute(transit, message, memory);
        } else if (ahead == 0 || ahead >= early.length || early[slot] != null) {
            repeats.add(1);
            transit.release(message);
        } else {
            early[slot] = message;
            earlyCount++;
        }
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
            oldValues[Math.floorMod(expected, oldValues.length)] = message.getLong(0);
        }
        expected++;
        answer(transit, message, memory);
        int slot = Math.floorMod(expected, early.length);
        while (transport == Transport.UC && earlyCount > 0 && early[slot] == null) {
            // What is missing between is lost: nobody sends it again.
            expected++;
            slot = Math.floorMod(expected, early.length);
        }
        Message next = early[slot];
        if (next != null && !executing) {
            early[slot] = null;
            earlyCount--;
            execute(transit, next, memory);
        }
    }

    /** The request could not be executed, and comes again under its number. */
    synchronized void refused() {
        executing = false;
    }

    private void answer(Transit transit, Message message, MemoryAccess memory) {
        if (transport == Transport.UC) {
            transit.release(message);
            return;
        }
        int requester = message.sourceNode();
        message.sourceNode(message.targetNode());
        message.targetNode(requester);
        Packet.operation(
                message, Packet.operation(message) + Packet.ANSWER, Packet.region(message), Packet.sequence(message));
        memory.answer(transit, message);
    }

    private void answerAgain(Transit transit, Message message, MemoryAccess memory) {
        int operation = Packet.operation(message);
        if (operation == Packet.READ) {
            memory.readAgain(message);
        } else if (operation >= Packet.SWAP) {
            message.lengthBytes(Packet.WORD_BYTES);
            message.putLong(0, oldValues[Math.floorMod(Packet.sequence(message), oldValues.length)]);
        }
        answer(transit, message, memory);
    }
}
