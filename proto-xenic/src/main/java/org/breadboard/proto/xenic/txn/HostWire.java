package org.breadboard.proto.xenic.txn;

/** What host and NIC call a transaction between them, and what the host says of one. */
final class HostWire {
    private static final int ORDERED = 1 << 29;
    private static final int SHIPPABLE = 1 << 30;
    private static final int DECIDED = 1 << 31;
    private static final int SHORT = 0xffff;
    private static final int ROUNDS_SHIFT = 16;

    /** More rounds on the host, and it stays there. */
    static final int MOST_ROUNDS = 0xff;

    private HostWire() {}

    /** The reference of a context of the host. */
    static long reference(int thread, int context) {
        return (long) thread << 16 | context;
    }

    static int thread(long reference) {
        return (int) (reference >>> 16) & SHORT;
    }

    static int context(long reference) {
        return (int) reference & SHORT;
    }

    /** A type, and how many rounds its logic has run already. */
    static int type(int type, int rounds) {
        return type | rounds << ROUNDS_SHIFT;
    }

    static int rounds(int number) {
        return number >>> ROUNDS_SHIFT & MOST_ROUNDS;
    }

    /** What the host says of a transaction, or of its execution; {@code number} is a type with its rounds, or the slot of the NIC. */
    static int number(int number, boolean shippable, boolean decided, boolean ordered) {
        return number | (shippable ? SHIPPABLE : 0) | (decided ? DECIDED : 0) | (ordered ? ORDERED : 0);
    }

    static int type(int number) {
        return number & SHORT;
    }

    static boolean isShippable(int number) {
        return (number & SHIPPABLE) != 0;
    }

    /** Whether ordered tables have to do with it, of which the host locks and validates records while the NIC holds its locks. */
    static boolean isOrdered(int number) {
        return (number & ORDERED) != 0;
    }

    static boolean isDecided(int number) {
        return (number & DECIDED) != 0;
    }
}
