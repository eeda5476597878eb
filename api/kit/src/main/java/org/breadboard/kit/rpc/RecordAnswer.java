// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;

/**
 * The answer to a {@link RecordCall}, of 16 B and a value: the first eight bytes of the call, with a status for the
 * operation, and a number. A server fills it in; who called looks into the message.
 */
public final class RecordAnswer {
    static final int HEADER_BYTES = 16;

    private static final int NUMBER = 8;
    private static final int BYTE = 0xff;

    private Message message;

    RecordAnswer() {}

    void begin(Message newMessage) {
        message = newMessage;
        message.putLong(NUMBER, 0);
        message.lengthBytes(HEADER_BYTES);
    }

    void status(int status) {
        message.bytes()[0] = (byte) status;
    }

    // The server's side.

    /** Adds a number. */
    public void number(long number) {
        message.putLong(NUMBER, number);
    }

    /** Adds a value that stands in a region. */
    public void value(Region region, long address, int lengthBytes) {
        region.read(address, message.bytes(), HEADER_BYTES, lengthBytes);
        message.lengthBytes(HEADER_BYTES + lengthBytes);
    }

    // The caller's side.

    /** What the server returned. */
    public static int status(Message answer) {
        return answer.bytes()[0] & BYTE;
    }

    /** The number; 0 if there is none. */
    public static long number(Message answer) {
        return answer.getLong(NUMBER);
    }

    /** How long the value is; 0 for none. */
    public static int valueBytes(Message answer) {
        return answer.lengthBytes() - HEADER_BYTES;
    }
}
