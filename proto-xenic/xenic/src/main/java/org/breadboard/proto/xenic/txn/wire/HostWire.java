// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

/** What host and NIC call a transaction between them, and what the host says of one. */
public final class HostWire {
    private static final int ORDERED = 1 << 29;
    private static final int SHIPPABLE = 1 << 30;
    private static final int DECIDED = 1 << 31;
    private static final int SHORT = 0xffff;
    private static final int ROUNDS_SHIFT = 16;

    /** More rounds on the host, and it stays there. */
    public static final int MOST_ROUNDS = 0xff;

    private HostWire() {}

    /** The reference of a context of the host. */
    public static long reference(int thread, int context) {
        return (long) thread << 16 | context;
    }

    /** The thread of a reference. */
    public static int thread(long reference) {
        return (int) (reference >>> 16) & SHORT;
    }

    /** The thread's context of a reference. */
    public static int context(long reference) {
        return (int) reference & SHORT;
    }

    /** A type, and how many rounds its logic has run already. */
    public static int type(int type, int rounds) {
        return type | rounds << ROUNDS_SHIFT;
    }

    /** How many rounds a number says that the logic has run. */
    public static int rounds(int number) {
        return number >>> ROUNDS_SHIFT & MOST_ROUNDS;
    }

    /**
     * What the host says of a transaction, or of its execution; {@code number} is a type with its rounds, or the slot
     * of the NIC.
     */
    public static int number(int number, boolean shippable, boolean decided, boolean ordered) {
        return number | (shippable ? SHIPPABLE : 0) | (decided ? DECIDED : 0) | (ordered ? ORDERED : 0);
    }

    /** The type that a number says. */
    public static int type(int number) {
        return number & SHORT;
    }

    /** Whether it executes on NICs. */
    public static boolean isShippable(int number) {
        return (number & SHIPPABLE) != 0;
    }

    /**
     * Whether ordered tables have to do with it, of which the host locks and validates records while the NIC holds its
     * locks.
     */
    public static boolean isOrdered(int number) {
        return (number & ORDERED) != 0;
    }

    /** Whether the host has executed all of it. */
    public static boolean isDecided(int number) {
        return (number & DECIDED) != 0;
    }
}
