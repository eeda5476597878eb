// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of a packet's payload, big-endian: a header of 13 B (flags, client, request, fragment sequence, fragment
 * count, status, operation count) and at most 7 operations ({@link WireFormat}), as in NOCC's public source; the paper
 * has a <em>transaction</em> header and <em>operation</em> headers in a UDP packet (NOCC 3). All methods are static,
 * allocate nothing and work on the caller's bytes; those that read a field expect it to lie within them.
 */
public final class Wire {
    /** The header, in bytes. */
    public static final int HEADER_BYTES = 13;
    /** The most operations of one packet. */
    public static final int MAX_OPS = 7;
    /** A value, in bytes. */
    public static final int VALUE_BYTES = 16;
    /** Room for a payload of any format and for what a NIC puts in front of it, in bytes. */
    public static final int ROOM_BYTES = 256;
    /** The most fragments of one transaction: a bound of ours below the 255 that the format could say. */
    public static final int MAX_FRAGMENTS = 32;

    /** Offset of the flags. */
    public static final int FLAGS_AT = 0;
    /** Offset of the client's number. */
    public static final int CLIENT_AT = 1;
    /** Offset of the request's number. */
    public static final int REQUEST_AT = 5;
    /** Offset of the fragment's number, counted from 0. */
    public static final int FRAGMENT_AT = 9;
    /** Offset of the number of fragments. */
    public static final int FRAGMENTS_AT = 10;
    /** Offset of the status. */
    public static final int STATUS_AT = 11;
    /** Offset of the number of operations in this packet. */
    public static final int OPS_AT = 12;
    /** Offset of an operation's key in the operation. */
    public static final int KEY_AT = 1;
    /** Offset of an operation's value in the operation. */
    public static final int VALUE_AT = 5;
    /** Offset of an operation's version in the operation, in formats that have one. */
    public static final int VERSION_AT = VALUE_AT + VALUE_BYTES;

    /** Type, the lowest two flag bits: a transaction within one shard, executed as it arrives. */
    public static final int REQUEST = 0;
    /** Type: the first of two phases, for one of several shards. */
    public static final int PREPARE = 1;
    /** Type: the second of two phases; its status says whether to commit. */
    public static final int DECIDE = 2;
    /** Type: an answer. */
    public static final int RESPONSE = 3;

    private static final int TYPE_MASK = 3;
    /** Flag: a switch made this answer. */
    public static final int FROM_SWITCH = 4;
    /**
     * Flag: caches are to be cleared; NOCC's source has it, nobody here sends it, and a packet that has it is none of
     * ours.
     */
    public static final int RESET = 8;
    /** Flag: the store has executed what this answers. */
    public static final int STORE_COMMIT = 16;

    /** Flag of a request: no switch is to answer it; only where switches serve reads. */
    public static final int FRESH = 32;

    private static final int KNOWN_FLAGS = TYPE_MASK | FROM_SWITCH | STORE_COMMIT;

    /** Status: well, or a request. */
    public static final int OK = 0;
    /** Status: the store found stale values. */
    public static final int ABORT = 1;
    /** Status: the switch believes values stale. */
    public static final int OPTIMISTIC_ABORT = 2;
    /** Status: the store can make nothing of the request. */
    public static final int BADREQ = 3;
    /** Status: a transaction of several shards holds a lock; ours, since NOCC has one store. */
    public static final int LOCKED = 4;

    /** Operation: nothing. */
    public static final int NOP = 0;
    /** Operation: the store is to say the value. */
    public static final int READ = 1;
    /** Operation: the value to write. */
    public static final int WRITE = 2;
    /** Operation: in a request, the value to compare with; in an answer, the value that is there. */
    public static final int VALUE = 3;
    /** Operation: in an answer, a value that was written. */
    public static final int UPDATED = 4;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Wire() {}

    /** What a payload is worth. */
    public enum Check {
        /** It is a packet of this format. */
        WELL,
        /** Its header can be read, and its sender told, but it is not well formed. */
        BAD,
        /** Not even its header can be read. */
        UNREADABLE
    }

    /** Whether everything but the length and the operations is as it should be; the bytes hold a header. */
    static boolean isHeaderLegal(byte[] bytes, boolean hasFresh) {
        int flags = flags(bytes);
        int ops = ops(bytes);
        int fragments = fragments(bytes);
        boolean answer = type(bytes) == RESPONSE;
        int known = hasFresh && type(bytes) == REQUEST ? KNOWN_FLAGS | FRESH : KNOWN_FLAGS;
        return (flags & ~known) == 0
                && (answer || (flags & (FROM_SWITCH | STORE_COMMIT)) == 0)
                && fragments >= 1
                && fragments <= MAX_FRAGMENTS
                && fragment(bytes) < fragments
                && ops <= MAX_OPS
                && (ops == MAX_OPS || fragment(bytes) == fragments - 1)
                && statusFits(type(bytes), status(bytes));
    }

    private static boolean statusFits(int type, int status) {
        return switch (type) {
            case REQUEST, PREPARE -> status == OK;
            case DECIDE -> status == OK || status == ABORT;
            default -> status <= LOCKED;
        };
    }

    /** Writes a header of a packet of one fragment. */
    public static void header(byte[] bytes, int flags, int client, int request, int status, int ops) {
        bytes[FLAGS_AT] = (byte) flags;
        INT.set(bytes, CLIENT_AT, client);
        INT.set(bytes, REQUEST_AT, request);
        fragment(bytes, 0, 1);
        bytes[STATUS_AT] = (byte) status;
        bytes[OPS_AT] = (byte) ops;
    }

    /** Says which fragment a packet is. */
    public static void fragment(byte[] bytes, int fragment, int fragments) {
        bytes[FRAGMENT_AT] = (byte) fragment;
        bytes[FRAGMENTS_AT] = (byte) fragments;
    }

    /** All flags. */
    public static int flags(byte[] bytes) {
        return bytes[FLAGS_AT] & 0xff;
    }

    /** The type among the flags. */
    public static int type(byte[] bytes) {
        return bytes[FLAGS_AT] & TYPE_MASK;
    }

    /** The client. */
    public static int client(byte[] bytes) {
        return (int) INT.get(bytes, CLIENT_AT);
    }

    /** The request. */
    public static int request(byte[] bytes) {
        return (int) INT.get(bytes, REQUEST_AT);
    }

    /** The fragment, counted from 0. */
    public static int fragment(byte[] bytes) {
        return bytes[FRAGMENT_AT] & 0xff;
    }

    /** How many fragments there are. */
    public static int fragments(byte[] bytes) {
        return bytes[FRAGMENTS_AT] & 0xff;
    }

    /** The status. */
    public static int status(byte[] bytes) {
        return bytes[STATUS_AT] & 0xff;
    }

    /** How many operations the packet says it has. */
    public static int ops(byte[] bytes) {
        return bytes[OPS_AT] & 0xff;
    }
}
