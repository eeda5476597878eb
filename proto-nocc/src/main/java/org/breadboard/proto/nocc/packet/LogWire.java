// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of what a store and its backups say to each other, big-endian: a header of 10 B (type, number of writes,
 * sequence number) and, in an entry, at most 7 writes of 20 B (key, value); a transaction of more takes several
 * entries. Ours: NOCC has one store. The types are bits that no flags of {@link Wire} have, and the ports are others
 * than those that programs of switches ask to see, so that a switch forwards it like anybody's packets.
 *
 * <p>Whose log it is, is what the frame says: entries come from the primary, acknowledgements go to it. There are no
 * versions in it; a backup counts writes as its primary does. Where machines may crash entries are records, which say
 * more behind their writes. All methods are static, allocate nothing and work on the caller's bytes, from {@code at}.
 */
public final class LogWire {
    /** The header, in bytes; an acknowledgement is nothing else. */
    public static final int HEADER_BYTES = 10;
    /** The most writes of an entry: as many as a packet of NOCC's has operations. */
    public static final int MAX_WRITES = Wire.MAX_OPS;
    /** The most entries of a transaction. */
    public static final int MAX_ENTRIES = Wire.MAX_FRAGMENTS;

    private static final int WRITE_BYTES = Integer.BYTES + Wire.VALUE_BYTES;
    /** What a record has behind its writes, and for each of them, in bytes. */
    private static final int TRAILER_BYTES = 17;

    private static final int VERSION_BYTES = Integer.BYTES;
    /** The longest entry, in bytes. */
    public static final int MAX_BYTES =
            HEADER_BYTES + MAX_WRITES * WRITE_BYTES + TRAILER_BYTES + MAX_WRITES * VERSION_BYTES;

    /** Type: writes of the sender's shard, with their place in its history. */
    public static final int ENTRY = 64;
    /** Type: the sender has applied all entries up to this one. */
    public static final int ACKNOWLEDGEMENT = 128;

    /**
     * Type: an entry that a backup can recover from. Behind its writes it says whose request it is of, what it did, and
     * of each write whether it was one, and the version.
     */
    public static final int RECORD = ENTRY | ACKNOWLEDGEMENT;

    // Of a record, behind its writes.
    private static final int KIND_AT = 0;
    private static final int MORE_AT = 1;
    private static final int WRITTEN_AT = 2;
    private static final int CLIENT_AT = 3;
    private static final int ID_AT = 7;
    private static final int WANTED_AT = 15;

    private static final int WRITES_AT = 1;
    private static final int SEQUENCE_AT = 2;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private LogWire() {}

    /** Whether {@code lengthBytes} bytes from 0 on are a well-formed packet of a type; never throws. */
    public static boolean is(int type, byte[] bytes, int lengthBytes) {
        if (lengthBytes < HEADER_BYTES || lengthBytes > bytes.length || (bytes[0] & 0xff) != type) {
            return false;
        }
        int writes = writes(bytes, 0);
        boolean counts = switch (type) {
            case ENTRY -> writes >= 1 && writes <= MAX_WRITES && sequence(bytes, 0) >= 1;
            case RECORD -> writes <= MAX_WRITES && sequence(bytes, 0) >= 1;
            default -> writes == 0 && sequence(bytes, 0) >= 0;
        };
        return counts && lengthBytes == entryBytes(bytes, 0);
    }

    /** Length of what begins at {@code at}, in bytes. */
    public static int entryBytes(byte[] bytes, int at) {
        int writes = writes(bytes, at);
        return lengthBytes(writes) + (isRecord(bytes, at) ? TRAILER_BYTES + writes * VERSION_BYTES : 0);
    }

    /** Whether it is a record. */
    public static boolean isRecord(byte[] bytes, int at) {
        return (bytes[at] & 0xff) == RECORD;
    }

    /** Length of an entry of so many writes, in bytes. */
    public static int lengthBytes(int writes) {
        return HEADER_BYTES + writes * WRITE_BYTES;
    }

    /** Writes the header of an entry. */
    public static void entry(byte[] bytes, int at, long sequence, int writes) {
        header(bytes, at, ENTRY, sequence, writes);
    }

    /**
     * Writes all of a record but its writes.
     *
     * @param wanted how many records the transaction has in all
     * @param more whether another entry goes on with it
     */
    public static void record(
            byte[] bytes, int at, long sequence, int writes, int kind, int client, long id, int wanted, boolean more) {
        header(bytes, at, RECORD, sequence, writes);
        int trailer = at + lengthBytes(writes);
        bytes[trailer + KIND_AT] = (byte) kind;
        bytes[trailer + MORE_AT] = (byte) (more ? 1 : 0);
        bytes[trailer + WRITTEN_AT] = 0;
        INT.set(bytes, trailer + CLIENT_AT, client);
        LONG.set(bytes, trailer + ID_AT, id);
        bytes[trailer + WANTED_AT] = (byte) (wanted >>> Byte.SIZE);
        bytes[trailer + WANTED_AT + 1] = (byte) wanted;
    }

    /** Says of a record's write whether it was one, and the version. */
    public static void version(byte[] bytes, int at, int write, boolean written, long version) {
        int trailer = trailer(bytes, at);
        bytes[trailer + WRITTEN_AT] |= (byte) (written ? 1 << write : 0);
        INT.set(bytes, trailer + TRAILER_BYTES + write * VERSION_BYTES, (int) version);
    }

    private static int trailer(byte[] bytes, int at) {
        return at + lengthBytes(writes(bytes, at));
    }

    /** What a record's request did. */
    public static int kind(byte[] bytes, int at) {
        return bytes[trailer(bytes, at) + KIND_AT] & 0xff;
    }

    /** Whether another entry goes on with a record. */
    public static boolean hasMore(byte[] bytes, int at) {
        return bytes[trailer(bytes, at) + MORE_AT] != 0;
    }

    /** Whose a record's request is. */
    public static int client(byte[] bytes, int at) {
        return (int) INT.get(bytes, trailer(bytes, at) + CLIENT_AT);
    }

    /** The number of a record's transaction. */
    public static long id(byte[] bytes, int at) {
        return (long) LONG.get(bytes, trailer(bytes, at) + ID_AT);
    }

    /** How many records a record's transaction has in all. */
    public static int wanted(byte[] bytes, int at) {
        int wantedAt = trailer(bytes, at) + WANTED_AT;
        return (bytes[wantedAt] & 0xff) << Byte.SIZE | bytes[wantedAt + 1] & 0xff;
    }

    /** Whether a record's write was one, and no compare. */
    public static boolean isWritten(byte[] bytes, int at, int write) {
        return (bytes[trailer(bytes, at) + WRITTEN_AT] >>> write & 1) != 0;
    }

    /** The version of a record's write, of which there are 32 bits. */
    public static long version(byte[] bytes, int at, int write) {
        return (int) INT.get(bytes, trailer(bytes, at) + TRAILER_BYTES + write * VERSION_BYTES) & 0xffffffffL;
    }

    /** Writes an acknowledgement of all entries up to this one and returns its length in bytes. */
    public static int acknowledgement(byte[] bytes, long sequence) {
        header(bytes, 0, ACKNOWLEDGEMENT, sequence, 0);
        return HEADER_BYTES;
    }

    private static void header(byte[] bytes, int at, int type, long sequence, int writes) {
        bytes[at] = (byte) type;
        bytes[at + WRITES_AT] = (byte) writes;
        LONG.set(bytes, at + SEQUENCE_AT, sequence);
    }

    /** Puts a write into an entry. */
    public static void write(byte[] bytes, int at, int write, int key, byte[] values, int valueAt) {
        int to = at + lengthBytes(write);
        INT.set(bytes, to, key);
        System.arraycopy(values, valueAt, bytes, to + Integer.BYTES, Wire.VALUE_BYTES);
    }

    /** The entry's number, or the last one that is acknowledged; entries are counted from 1. */
    public static long sequence(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at + SEQUENCE_AT);
    }

    /** How many writes an entry has. */
    public static int writes(byte[] bytes, int at) {
        return bytes[at + WRITES_AT] & 0xff;
    }

    /** The key of a write. */
    public static int key(byte[] bytes, int at, int write) {
        return (int) INT.get(bytes, at + lengthBytes(write));
    }

    /** Where the value of a write begins. */
    public static int valueAt(int at, int write) {
        return at + lengthBytes(write) + Integer.BYTES;
    }
}
