package org.breadboard.proto.fasst.rpc;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * A batch of requests and then of their responses (FaSST 4.2). Requests to one node are coalesced into one message; a request
 * that does not fit is left for the next batch. One coroutine uses one batch again and again.
 */
public final class RpcBatch {
    /** Answer of {@link #add}: the batch is full for such a request, send it first. */
    public static final int FULL = -1;

    private static final int SMALL_MESSAGE_BYTES = 128;
    private static final int NONE = -1;

    private final boolean coalescing;
    private final int maxMessageBytes;
    private final int[] slotOfNode;

    private int messages;
    private final Message[] request = new Message[RpcOptions.MAX_MESSAGES];
    private final Message[] response = new Message[RpcOptions.MAX_MESSAGES];
    private final int[] node = new int[RpcOptions.MAX_MESSAGES];
    private final int[] count = new int[RpcOptions.MAX_MESSAGES];
    private final int[] responseMaxBytes = new int[RpcOptions.MAX_MESSAGES];
    private final int[] cursor = new int[RpcOptions.MAX_MESSAGES];

    private int entries;
    private int[] slotOfEntry = new int[16];
    private int[] at = new int[16];
    private int[] header = new int[16];

    RpcBatch(int nodes, boolean coalescing, int maxMessageBytes) {
        this.coalescing = coalescing;
        this.maxMessageBytes = maxMessageBytes;
        this.slotOfNode = new int[nodes];
        Arrays.fill(slotOfNode, NONE);
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
        int slot = slotOfNode[toNode];
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
                || count[slot] == RpcWire.MAX_ENTRIES
                || request[slot].lengthBytes() + needed > maxMessageBytes
                || responseMaxBytes[slot] + responseNeeded > maxMessageBytes) {
            return FULL;
        }
        Message message = roomy(step, slot, needed);
        int start = message.lengthBytes();
        RpcWire.putEntry(message.bytes(), start, type, lengthBytes);
        message.lengthBytes(start + needed);
        count[slot]++;
        responseMaxBytes[slot] += responseNeeded;
        if (entries == slotOfEntry.length) {
            grow();
        }
        slotOfEntry[entries++] = slot;
        return start + RpcWire.ENTRY_HEADER_BYTES;
    }

    /** The message that gathers the requests to a node of this batch; ask again after each {@link #add}. */
    public byte[] requestBytes(int toNode) {
        return request[slotOfNode[toNode]].bytes();
    }

    /** How many requests it holds. */
    public int entries() {
        return entries;
    }

    /** The status that the response to an entry carries. */
    public int status(int entry) {
        return RpcWire.kind(header[entry]);
    }

    /** The message that holds the response to an entry. */
    public byte[] responseBytes(int entry) {
        return response[slotOfEntry[entry]].bytes();
    }

    /** Where the payload of the response begins. */
    public int responseAt(int entry) {
        return at[entry];
    }

    /** How long the payload of the response is. */
    public int responseLength(int entry) {
        return RpcWire.lengthBytes(header[entry]);
    }

    /** Forgets requests and responses, for the next batch. */
    public void clear(Step step) {
        for (int slot = 0; slot < messages; slot++) {
            slotOfNode[node[slot]] = NONE;
            if (response[slot] != null) {
                step.release(response[slot]);
                response[slot] = null;
            }
            if (request[slot] != null) {
                step.release(request[slot]);
                request[slot] = null;
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
        return node[slot];
    }

    /** Whether the message to one node was sent and is not answered. */
    boolean isOutstanding(int slot) {
        return request[slot] == null && response[slot] == null;
    }

    /** Completes the message to one node and hands it over. */
    Message seal(int slot, int epoch, int machine, int coroutine) {
        Message message = request[slot];
        request[slot] = null;
        message.kind(RpcWire.immediate(true, count[slot], epoch, machine, coroutine));
        return message;
    }

    /** Takes the response of a node; false if none is outstanding from there. */
    boolean accept(int fromNode, int responses, Message message) {
        int slot = slotOfNode[fromNode];
        if (slot == NONE || request[slot] != null || response[slot] != null || responses != count[slot]) {
            return false;
        }
        response[slot] = message;
        return true;
    }

    /** All responses are here: finds where each entry's is. They come in the order of the requests. */
    void open() {
        for (int entry = 0; entry < entries; entry++) {
            int slot = slotOfEntry[entry];
            int found = RpcWire.entry(response[slot].bytes(), cursor[slot]);
            header[entry] = found;
            at[entry] = cursor[slot] + RpcWire.ENTRY_HEADER_BYTES;
            cursor[slot] = at[entry] + RpcWire.lengthBytes(found);
        }
    }

    private int open(Step step, int toNode, int needed) {
        int slot = messages++;
        slotOfNode[toNode] = slot;
        node[slot] = toNode;
        count[slot] = 0;
        responseMaxBytes[slot] = 0;
        cursor[slot] = 0;
        Message message = step.take(Math.max(SMALL_MESSAGE_BYTES, needed));
        request[slot] = message;
        return slot;
    }

    private Message roomy(Step step, int slot, int needed) {
        Message message = request[slot];
        int length = message.lengthBytes() + needed;
        if (length <= message.capacityBytes()) {
            return message;
        }
        Message larger = step.take(Math.min(maxMessageBytes, Math.max(length, 2 * message.capacityBytes())));
        larger.copyOf(message);
        step.release(message);
        request[slot] = larger;
        return larger;
    }

    private void grow() {
        int size = entries * 2;
        slotOfEntry = Arrays.copyOf(slotOfEntry, size);
        at = Arrays.copyOf(at, size);
        header = Arrays.copyOf(header, size);
    }
}
