// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * A FaSST message: for each coalesced request or response 4 B of header and its payload, and 4 B of immediate data that
 * say whose it is (FaSST's public source). Immediate data travels in a header of the device's, so it is the message's
 * kind and none of its payload. Nothing numbers requests: a response is told from another by the coroutine that waits
 * for it.
 *
 * <p>Public for the benchmark of it, and for who reads it; no bundle sees this package.
 */
public final class RpcWire {
    /** What goes before the payload of each entry. */
    public static final int ENTRY_HEADER_BYTES = 4;

    /** What immediate data take where no header of the device's holds them. */
    public static final int IMMEDIATE_BYTES = 4;

    /** Limits that follow from the widths of the immediate data. */
    static final int MAX_ENTRIES = 31;

    static final int MAX_NODES = 1 << 10;
    static final int MAX_COROUTINES = 32;

    /** The status of all responses to a message that a switch has sent back; no handler answers it. */
    public static final int TURNED_ROUND = 255;

    /** The highest byte of each entry. */
    public static final int CANARY = 0xa5;

    private static final int CANARY_SHIFT = 24;
    private static final int LENGTH_SHIFT = 8;
    private static final int LENGTH_MASK = 0xffff;
    private static final int KIND_MASK = 0xff;

    private static final int MACHINE_SHIFT = 5;
    private static final int CONFIGURATION_SHIFT = MACHINE_SHIFT + 10;
    private static final int COUNT_SHIFT = CONFIGURATION_SHIFT + 4;
    private static final int REQUEST_SHIFT = COUNT_SHIFT + 5;
    private static final int TURNED_SHIFT = REQUEST_SHIFT + 1;

    private RpcWire() {}

    /**
     * Immediate data: 1 bit request, 5 bits count, 4 bits configuration, 10 bits machine, 5 bits coroutine. FaSST's
     * public source has 7 bits for the machine, and leaves 10 of the 32 unused.
     */
    public static int immediate(boolean request, int count, int epoch, int machine, int coroutine) {
        return (request ? 1 : 0) << REQUEST_SHIFT
                | count << COUNT_SHIFT
                | (epoch & 15) << CONFIGURATION_SHIFT
                | machine << MACHINE_SHIFT
                | coroutine;
    }

    /** Appends immediate data to a message's bytes; the message, or a longer one in its place. */
    public static Message appendImmediate(Step step, Message message, int immediate) {
        int length = message.lengthBytes();
        Message roomy = message;
        if (length + IMMEDIATE_BYTES > message.capacityBytes()) {
            roomy = step.take(length + IMMEDIATE_BYTES);
            roomy.copyOf(message);
            step.release(message);
        }
        roomy.putInt(length, immediate);
        roomy.lengthBytes(length + IMMEDIATE_BYTES);
        return roomy;
    }

    /** The immediate data at the end of a message's bytes. */
    public static int lastImmediate(Message message) {
        return message.getInt(message.lengthBytes() - IMMEDIATE_BYTES);
    }

    /** Whether the message asks; otherwise it answers. */
    public static boolean isRequest(int immediate) {
        return (immediate >>> REQUEST_SHIFT & 1) != 0;
    }

    /**
     * Whether it is a request that a switch has sent back: the bits above the count are 2, where a request has 1 and a
     * response 0. Its machine is still the one that asked.
     */
    static boolean isTurnedRound(int immediate) {
        return (immediate >>> TURNED_SHIFT & 1) != 0;
    }

    /** How many entries the message has. */
    public static int count(int immediate) {
        return immediate >>> COUNT_SHIFT & 31;
    }

    /** The node that sent it. */
    public static int machine(int immediate) {
        return immediate >>> MACHINE_SHIFT & MAX_NODES - 1;
    }

    /** The coroutine that asked. */
    public static int coroutine(int immediate) {
        return immediate & 31;
    }

    /** Writes the header of an entry; {@code kind} is a request's type or a response's status. */
    public static void putEntry(byte[] bytes, int at, int kind, int lengthBytes) {
        Bytes.putInt(bytes, at, CANARY << CANARY_SHIFT | lengthBytes << LENGTH_SHIFT | kind);
    }

    /** The header of an entry, which must be one: anything else is a message that was garbled. */
    public static int entry(byte[] bytes, int at) {
        int entry = Bytes.getInt(bytes, at);
        if (entry >>> CANARY_SHIFT != CANARY) {
            throw new IllegalStateException("no entry of a FaSST message begins at byte " + at);
        }
        return entry;
    }

    /** A request's type or a response's status. */
    public static int kind(int entry) {
        return entry & KIND_MASK;
    }

    /** Makes a request that a switch has sent back the response that all of its entries are refused. */
    static void refuse(Message turned) {
        int count = count(turned.kind());
        for (int i = 0; i < count; i++) {
            putEntry(turned.bytes(), i * ENTRY_HEADER_BYTES, TURNED_ROUND, 0);
        }
        turned.lengthBytes(count * ENTRY_HEADER_BYTES);
    }

    /** How long the payload is. */
    public static int lengthBytes(int entry) {
        return entry >>> LENGTH_SHIFT & LENGTH_MASK;
    }
}
