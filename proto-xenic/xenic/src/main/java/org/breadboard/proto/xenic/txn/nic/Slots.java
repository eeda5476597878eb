// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;

/**
 * The slots of a core, and who may have one. Where machines may crash, recovery takes it that a transaction is over,
 * and that its client knows, when another one of its slot is logged. The NIC does not see when a host's thread takes
 * what it was told; but a context's next transaction shows that it has taken all before. So a slot stays its context's
 * until then, unless it is taken already when the transaction ends. One core.
 */
final class Slots {
    private static final int NONE = -1;

    private final int[] free;
    private final boolean keeps;
    private final int[] contexts;
    private final long[] numbers;
    private long[] submitted = new long[0];
    private int[] kept = new int[0];
    private int count;

    /** All of so many are free; they {@code keep} to their contexts, or not. */
    Slots(int slots, boolean keep) {
        free = new int[slots];
        contexts = new int[slots];
        numbers = new long[slots];
        keeps = keep;
        for (int slot = slots - 1; slot >= 0; slot--) {
            free[count++] = slot;
        }
    }

    /** A context, by its number on the host, submits another transaction. */
    void submitted(int context) {
        if (!keeps) {
            return;
        }
        if (context >= submitted.length) {
            int before = kept.length;
            submitted = Arrays.copyOf(submitted, 2 * context + 2);
            kept = Arrays.copyOf(kept, submitted.length);
            Arrays.fill(kept, before, kept.length, NONE);
        }
        submitted[context]++;
        if (kept[context] != NONE) {
            free[count++] = kept[context];
            kept[context] = NONE;
        }
    }

    /** Whether none is free. */
    boolean areTaken() {
        return count == 0;
    }

    /** Takes one for the transaction that a context has submitted last. */
    int take(int context) {
        int slot = free[--count];
        if (keeps) {
            contexts[slot] = context;
            numbers[slot] = submitted[context];
        }
        return slot;
    }

    /** The transaction in a slot is over on the NIC. */
    void ended(int slot) {
        if (keeps && numbers[slot] == submitted[contexts[slot]]) {
            kept[contexts[slot]] = slot;
        } else {
            free[count++] = slot;
        }
    }
}
