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
 * versions in it; a backup counts writes as its primary does. All methods are static, allocate nothing and work on the
 * caller's bytes, from {@code at}.
 */
public final class LogWire {
    /** The header, in bytes; an acknowledgement is nothing else. */
    public static final int HEADER_BYTES = 10;
    /** The most writes of an entry: as many as a packet of NOCC's has operations. */
    public static final int MAX_WRITES = Wire.MAX_OPS;
    /** The most entries of a transaction. */
    public static final int MAX_ENTRIES = Wire.MAX_FRAGMENTS;

    private static final int WRITE_BYTES = Integer.BYTES + Wire.VALUE_BYTES;
    /** The longest entry, in bytes. */
    public static final int MAX_BYTES = HEADER_BYTES + MAX_WRITES * WRITE_BYTES;

    /** Type: writes of the sender's shard, with their place in its history. */
    public static final int ENTRY = 64;
    /** Type: the sender has applied all entries up to this one. */
    public static final int ACKNOWLEDGEMENT = 128;

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
        boolean counts = type == ENTRY
                ? writes >= 1 && writes <= MAX_WRITES && sequence(bytes, 0) >= 1
                : writes == 0 && sequence(bytes, 0) >= 0;
        return counts && lengthBytes == lengthBytes(writes);
    }

    /** Length of an entry of so many writes, in bytes. */
    public static int lengthBytes(int writes) {
        return HEADER_BYTES + writes * WRITE_BYTES;
    }

    /** Writes the header of an entry. */
    public static void entry(byte[] bytes, int at, long sequence, int writes) {
        header(bytes, at, ENTRY, sequence, writes);
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
