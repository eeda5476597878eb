// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * A batch of requests and then of their responses (FaSST 4.2). Requests to one node are coalesced into one message; a
 * request that does not fit is left for the next batch. One coroutine uses one batch again and again.
 */
public final class RpcBatch {
    /** Answer of {@link #add}: the batch is full for such a request, send it first. */
    public static final int FULL = -1;

    private static final int SMALL_MESSAGE_BYTES = 128;
    private static final int NONE = -1;

    // A message's word: its node, how many requests it gathers, the most that their responses may take, and where in
    // the
    // response the next entry begins.
    private static final int COUNT_SHIFT = 16;
    private static final int RESPONSE_SHIFT = 24;
    private static final int CURSOR_SHIFT = 40;
    private static final long ONE_REQUEST = 1L << COUNT_SHIFT;
    private static final long CURSOR_MASK = 0xffffL << CURSOR_SHIFT;

    // A request's word: its message, and where the payload of its response begins, above the response's entry header.
    private static final int SLOT_SHIFT = 32;
    private static final int AT_SHIFT = 40;

    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;

    private final boolean coalescing;
    private final int maxMessageBytes;

    private int messages;
    /** To each node the requests until they are sealed, then null, then the responses. */
    private final Message[] message = new Message[RpcOptions.MAX_MESSAGES];

    private final long[] slots = new long[RpcOptions.MAX_MESSAGES];

    private int entries;
    private long[] entry = new long[8];

    RpcBatch(boolean coalescing, int maxMessageBytes) {
        this.coalescing = coalescing;
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * Adds a request.
     *
     * @param type under which its handler is registered, from 0 to 255
     * @param responseBytes the most that its response's payload may take
     * @return where its payload of {@code lengthBytes} goes in {@link #requestBytes} of that node, or {@link #FULL}
     */
    public int add(Step step, int toNode, int type, int lengthBytes, int responseBytes) {
        int needed = RpcWire.ENTRY_HEADER_BYTES + lengthBytes;
        int responseNeeded = RpcWire.ENTRY_HEADER_BYTES + responseBytes;
        int slot = slotOf(toNode);
        if (slot == NONE) {
            if (messages == RpcOptions.MAX_MESSAGES) {
                return FULL;
            }
            if (Math.max(needed, responseNeeded) > maxMessageBytes) {
                throw new IllegalArgumentException("a request of " + lengthBytes + " B with a response of "
                        + responseBytes + " B does not fit into messages of " + maxMessageBytes + " B");
            }
            slot = open(step, toNode, needed);
        } else if (!coalescing
                || count(slot) == RpcWire.MAX_ENTRIES
                || message[slot].lengthBytes() + needed > maxMessageBytes
                || responseMaxBytes(slot) + responseNeeded > maxMessageBytes) {
            return FULL;
        }
        Message gathers = roomy(step, slot, needed);
        int start = gathers.lengthBytes();
        RpcWire.putEntry(gathers.bytes(), start, type, lengthBytes);
        gathers.lengthBytes(start + needed);
        slots[slot] += ONE_REQUEST + ((long) responseNeeded << RESPONSE_SHIFT);
        if (entries == entry.length) {
            entry = Arrays.copyOf(entry, entries * 2);
        }
        entry[entries++] = (long) slot << SLOT_SHIFT;
        return start + RpcWire.ENTRY_HEADER_BYTES;
    }

    /** The message that gathers the requests to a node of this batch; ask again after each {@link #add}. */
    public byte[] requestBytes(int toNode) {
        return message[slotOf(toNode)].bytes();
    }

    /** How many requests it holds. */
    public int entries() {
        return entries;
    }

    /** The status that the response to an entry carries. */
    public int status(int index) {
        return RpcWire.kind((int) entry[index]);
    }

    /** The message that holds the response to an entry. */
    public byte[] responseBytes(int index) {
        return message[slotOfEntry(index)].bytes();
    }

    /** Where the payload of the response begins. */
    public int responseAt(int index) {
        return (int) (entry[index] >>> AT_SHIFT);
    }

    /** How long the payload of the response is. */
    public int responseLength(int index) {
        return RpcWire.lengthBytes((int) entry[index]);
    }

    /** Forgets requests and responses, for the next batch. */
    public void clear(Step step) {
        for (int slot = 0; slot < messages; slot++) {
            if (message[slot] != null) {
                step.release(message[slot]);
                message[slot] = null;
            }
        }
        messages = 0;
        entries = 0;
    }

    // The endpoint's side.

    int messages() {
        return messages;
    }

    int node(int slot) {
        return (int) slots[slot] & SHORT;
    }

    /** Whether the message to one node was sent and is not answered. */
    boolean isOutstanding(int slot) {
        return message[slot] == null;
    }

    /** Completes the message to one node and hands it over. */
    Message seal(int slot, int epoch, int machine, int coroutine) {
        Message sealed = message[slot];
        message[slot] = null;
        sealed.kind(RpcWire.immediate(true, count(slot), epoch, machine, coroutine));
        return sealed;
    }

    /** Takes the response of a node; false if none is outstanding from there. */
    boolean accept(int fromNode, int responses, Message response) {
        int slot = slotOf(fromNode);
        if (slot == NONE || message[slot] != null || responses != count(slot)) {
            return false;
        }
        message[slot] = response;
        return true;
    }

    /** All responses are here: finds where each entry's is. They come in the order of the requests. */
    void open() {
        for (int index = 0; index < entries; index++) {
            int slot = slotOfEntry(index);
            int start = (int) (slots[slot] >>> CURSOR_SHIFT);
            int header = RpcWire.entry(message[slot].bytes(), start);
            long at = start + (long) RpcWire.ENTRY_HEADER_BYTES;
            long next = at + RpcWire.lengthBytes(header);
            entry[index] = at << AT_SHIFT | (long) slot << SLOT_SHIFT | header & 0xffffffffL;
            slots[slot] = slots[slot] & ~CURSOR_MASK | next << CURSOR_SHIFT;
        }
    }

    private int open(Step step, int toNode, int needed) {
        int slot = messages++;
        slots[slot] = toNode;
        message[slot] = step.take(Math.max(SMALL_MESSAGE_BYTES, needed));
        return slot;
    }

    private Message roomy(Step step, int slot, int needed) {
        Message small = message[slot];
        int length = small.lengthBytes() + needed;
        if (length <= small.capacityBytes()) {
            return small;
        }
        Message larger = step.take(Math.min(maxMessageBytes, Math.max(length, 2 * small.capacityBytes())));
        larger.copyOf(small);
        step.release(small);
        message[slot] = larger;
        return larger;
    }

    /** The few messages of a batch are looked through faster than a table of all nodes is kept at hand. */
    private int slotOf(int node) {
        for (int slot = 0; slot < messages; slot++) {
            if (node(slot) == node) {
                return slot;
            }
        }
        return NONE;
    }

    private int slotOfEntry(int index) {
        return (int) (entry[index] >>> SLOT_SHIFT) & BYTE;
    }

    private int count(int slot) {
        return (int) (slots[slot] >>> COUNT_SHIFT) & BYTE;
    }

    private int responseMaxBytes(int slot) {
        return (int) (slots[slot] >>> RESPONSE_SHIFT) & SHORT;
    }
}
