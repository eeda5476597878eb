// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers in byte arrays, at any alignment. Plain accesses: an array belongs to one thread at a time. */
public final class Bytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private Bytes() {}

    /** The 64-bit number at {@code at}. */
    public static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** Puts a 64-bit number at {@code at}. */
    public static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /** The 32-bit number at {@code at}. */
    public static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    /** Puts a 32-bit number at {@code at}. */
    public static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    /** The unsigned 16-bit number at {@code at}. */
    public static int getUnsignedShort(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xffff;
    }

    /** Puts the low 16 bits of {@code value} at {@code at}. */
    public static void putShort(byte[] bytes, int at, int value) {
        SHORT.set(bytes, at, (short) value);
    }
}
