// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.parts.NamedLogic;

/**
 * Does what its input says. Input: who writes (a random number); how many accesses, in how many rounds, and whether to
 * abort, 8 bits each; then the accesses ({@link Access}), which are fetched in equal parts, one a round; and where the
 * last one follows from what the first has read, what it is if that was updated an odd number of times.
 */
final class ContendedTransaction extends NamedLogic {
    private static final int HEAD = 2;
    private static final long BYTE = 0xff;

    private final SignedValue signed;
    private final boolean shippable;
    private final boolean follows;
    private final SortedKeys sorted;

    /**
     * Of a workload.
     *
     * @param shippable whether it inserts into no ordered table, where only new keys may be inserted from elsewhere
     * @param follows whether its last access follows from what its first one has read
     * @param sorted the keys of the ordered table
     */
    ContendedTransaction(
            String name,
            Shape shape,
            SignedValue signed,
            boolean shippable,
            boolean follows,
            SortedKeys sorted,
            double roundNs) {
        super(name, HEAD + shape.accesses() + (follows ? 1 : 0), roundNs);
        this.follows = follows;
        this.signed = signed;
        this.shippable = shippable;
        this.sorted = sorted;
    }

    @Override
    public boolean shippable() {
        return shippable;
    }

    /** The second number of input. */
    static long head(int accesses, int rounds, boolean aborts) {
        return accesses | rounds << 8 | (aborts ? 1 << 16 : 0);
    }

    /** How many accesses an input names. */
    static int inputs(TransactionInput input) {
        return input.lengthBytes() / Long.BYTES - HEAD;
    }

    /** The access of that number. */
    static long access(TransactionInput input, int number) {
        return input.number(HEAD + number);
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        long head = transaction.input(1);
        int accesses = (int) (head & BYTE);
        int rounds = (int) (head >>> 8 & BYTE);
        if (round == rounds) {
            return decide(transaction, (head >>> 16 & 1) != 0);
        }
        for (int i = accesses * round / rounds; i < accesses * (round + 1) / rounds; i++) {
            boolean other = i == accesses - 1 && round > 0 && follows && isOdd(transaction);
            Access.declare(transaction, transaction.input(HEAD + i + (other ? 1 : 0)), sorted);
        }
        return Decision.FETCH;
    }

    private boolean isOdd(LogicContext transaction) {
        return !transaction.mode(0).ranges() && transaction.found(0) && (signed.updates(transaction, 0) & 1) != 0;
    }

    private Decision decide(LogicContext transaction, boolean aborts) {
        long writer = transaction.input(0);
        for (int access = 0; access < transaction.accesses(); access++) {
            if (writes(writer, access)) {
                write(transaction, access, writer);
            }
        }
        return aborts ? Decision.ABORT : Decision.COMMIT;
    }

    /** One in eight of what may be written is not. */
    private static boolean writes(long writer, int access) {
        return (Hash64.of(writer, access) & 7) != 0;
    }

    private void write(LogicContext transaction, int access, long writer) {
        boolean found = transaction.found(access);
        switch (transaction.mode(access)) {
            case UPDATE -> {
                if (found) {
                    long before = signed.updates(transaction, access) + updatesBefore(transaction, access, writer);
                    signed.put(transaction, access, writer, before);
                    transaction.account(1);
                }
            }
            case INSERT -> {
                if (!found) {
                    transaction.newValue(access, signed.valueBytes());
                    signed.put(transaction, access, writer, 0);
                    transaction.account(1 + CountersKept.RECORD);
                }
            }
            case DELETE -> {
                if (found) {
                    transaction.account(-signed.updates(transaction, access) - CountersKept.RECORD);
                    transaction.remove(access);
                }
            }
            default -> {
                // It is only read.
            }
        }
    }

    /** How often the transaction itself has updated the record of an access: what was fetched does not count that. */
    private static long updatesBefore(LogicContext transaction, int access, long writer) {
        long updates = 0;
        for (int before = 0; before < access; before++) {
            boolean same = transaction.mode(before) == AccessMode.UPDATE
                    && transaction.table(before) == transaction.table(access)
                    && transaction.key(before) == transaction.key(access);
            updates += same && writes(writer, before) ? 1 : 0;
        }
        return updates;
    }
}
