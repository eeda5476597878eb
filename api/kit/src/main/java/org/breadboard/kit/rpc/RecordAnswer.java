// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;

/**
 * The answer to a {@link RecordCall}, of 16 B and a value: the first eight bytes of the call, with a status for the
 * operation, and a number; with a second number at its end 8 B more. A server fills it in; who called looks into the
 * message.
 */
public final class RecordAnswer {
    static final int HEADER_BYTES = 16;

    private static final int NUMBER = 8;
    private static final int BYTE = 0xff;

    private Message message;
    private boolean hasSecond;
    private long second;

    RecordAnswer() {}

    void begin(Message newMessage) {
        message = newMessage;
        message.putLong(NUMBER, 0);
        hasSecond = false;
        message.lengthBytes(HEADER_BYTES);
    }

    /** Ends it. */
    void status(int status) {
        message.bytes()[0] = (byte) status;
        RecordCall.hasSecond(message, hasSecond);
        if (hasSecond) {
            Bytes.putLong(message.bytes(), message.lengthBytes(), second);
            message.lengthBytes(message.lengthBytes() + Long.BYTES);
        }
    }

    // The server's side.

    /** Adds a number. */
    public void number(long number) {
        message.putLong(NUMBER, number);
    }

    /** Adds a second number. */
    public void second(long number) {
        hasSecond = true;
        second = number;
    }

    /** Adds a value that stands in a region. */
    public void value(Region region, long address, int lengthBytes) {
        region.read(address, message.bytes(), HEADER_BYTES, lengthBytes);
        message.lengthBytes(HEADER_BYTES + lengthBytes);
    }

    /** Adds a value that stands in an array. */
    public void value(byte[] bytes, int at, int lengthBytes) {
        System.arraycopy(bytes, at, message.bytes(), HEADER_BYTES, lengthBytes);
        message.lengthBytes(HEADER_BYTES + lengthBytes);
    }

    /** As many bytes of a value stand in the array already. */
    void value(int lengthBytes) {
        message.lengthBytes(HEADER_BYTES + lengthBytes);
    }

    /** The array that holds the value that was added. */
    public byte[] value() {
        return message.bytes();
    }

    /** Where that value begins. */
    public int valueAt() {
        return HEADER_BYTES;
    }

    /** How long that value is; 0 for none. */
    public int valueBytes() {
        return message.lengthBytes() - HEADER_BYTES;
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

    /** The second number; 0 if there is none. */
    public static long second(Message answer) {
        return RecordCall.second(answer);
    }

    /** How long the value is; 0 for none. */
    public static int valueBytes(Message answer) {
        return answer.lengthBytes() - HEADER_BYTES - (RecordCall.hasSecond(answer) ? Long.BYTES : 0);
    }
}
