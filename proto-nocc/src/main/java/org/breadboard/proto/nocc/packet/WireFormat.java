// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How a packet's operations are laid out behind its header ({@link Wire}), and what a packet of that shape has to look
 * like.
 */
public enum WireFormat {
    /** NOCC's: type, key, value. */
    NOCC("nocc", 21),
    /**
     * The same, with the record's version behind each value: how often it was written, modulo 2³². A request's versions
     * say nothing; they are the room in which a switch answers, since it cannot lengthen a packet. Ours: NOCC's future
     * work has no format.
     */
    VERSIONED("nocc-reads", 25);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final String word;
    private final int opBytes;

    WireFormat(String word, int opBytes) {
        this.word = word;
        this.opBytes = opBytes;
    }

    /** The name that protocols and programs share. */
    public String word() {
        return word;
    }

    /** Whether operations carry a version. */
    public boolean hasVersions() {
        return this == VERSIONED;
    }

    /** An operation, in bytes. */
    public int opBytes() {
        return opBytes;
    }

    /** Length of a packet of so many operations, in bytes. */
    public int lengthBytes(int ops) {
        return Wire.HEADER_BYTES + ops * opBytes;
    }

    /** The longest payload, in bytes. */
    public int maxBytes() {
        return lengthBytes(Wire.MAX_OPS);
    }

    /** Judges {@code lengthBytes} bytes of a payload; never throws. */
    public Wire.Check check(byte[] bytes, int lengthBytes) {
        if (lengthBytes < Wire.HEADER_BYTES || lengthBytes > bytes.length) {
            return Wire.Check.UNREADABLE;
        }
        int ops = Wire.ops(bytes);
        boolean answer = Wire.type(bytes) == Wire.RESPONSE;
        boolean legal = Wire.isHeaderLegal(bytes, hasVersions()) && lengthBytes == lengthBytes(ops);
        for (int op = 0; legal && op < ops; op++) {
            legal = opType(bytes, op) <= (answer ? Wire.UPDATED : Wire.VALUE);
        }
        return legal ? Wire.Check.WELL : Wire.Check.BAD;
    }

    /** Writes an operation; the version goes nowhere if there is no place for it. */
    public void op(byte[] bytes, int op, int type, int key, byte[] values, int valueAt, int version) {
        int at = opAt(op);
        bytes[at] = (byte) type;
        INT.set(bytes, at + Wire.KEY_AT, key);
        System.arraycopy(values, valueAt, bytes, at + Wire.VALUE_AT, Wire.VALUE_BYTES);
        if (hasVersions()) {
            INT.set(bytes, at + Wire.VERSION_AT, version);
        }
    }

    /** Where an operation begins. */
    public int opAt(int op) {
        return Wire.HEADER_BYTES + op * opBytes;
    }

    /** The type of an operation. */
    public int opType(byte[] bytes, int op) {
        return bytes[opAt(op)] & 0xff;
    }

    /** The key of an operation. */
    public int opKey(byte[] bytes, int op) {
        return (int) INT.get(bytes, opAt(op) + Wire.KEY_AT);
    }

    /** Where the value of an operation begins. */
    public int opValueAt(int op) {
        return opAt(op) + Wire.VALUE_AT;
    }

    /** The version of an operation, 0 if there is no place for one. */
    public int opVersion(byte[] bytes, int op) {
        return hasVersions() ? (int) INT.get(bytes, opAt(op) + Wire.VERSION_AT) : 0;
    }
}
