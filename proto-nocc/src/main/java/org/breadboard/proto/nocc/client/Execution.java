// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * Runs a transaction's logic on what the client remembers (NOCC 2: execution is local), until it needs values that the
 * client does not have, or comes to its end.
 */
final class Execution {
    /** Where a run got to. */
    enum State {
        /** Values have to be fetched. */
        NEEDS_VALUES,
        /** The logic wants to commit. */
        COMMITS,
        /** The logic gave up. */
        GIVES_UP
    }

    private final Attempt attempt;
    private final int[] valueBytes;
    private final ValueCache cache;
    private final Submission submission;
    private final WireFormat format;
    private Transaction transaction;
    private int answered;
    private boolean readsOnly;

    Execution(Attempt attempt, int[] valueBytes, ValueCache cache, Submission submission, WireFormat format) {
        this.attempt = attempt;
        this.valueBytes = valueBytes;
        this.cache = cache;
        this.submission = submission;
        this.format = format;
    }

    /**
     * An attempt has begun.
     *
     * @param corrected whether it follows one that was turned round: then it reads what it was told. What a switch has
     *     wrong, only the store puts right, and it hears of it only from who believes the switch
     */
    void begin(boolean corrected) {
        transaction = attempt.transaction();
        answered = 0;
        readsOnly = !corrected;
    }

    /**
     * Whether this is a read transaction so far: one round that only reads, whose values all come from the store (NOCC
     * 2).
     */
    boolean isReadTransaction() {
        return readsOnly && attempt.rounds() == 1;
    }

    /** Goes on as far as it can. */
    State run(Step step) {
        while (!attempt.isDecided() || answered < transaction.accesses()) {
            if (answered == transaction.accesses() || attempt.rounds() == 0) {
                if (attempt.run(step) == Decision.ABORT) {
                    return State.GIVES_UP;
                }
                for (int access = answered; access < transaction.accesses(); access++) {
                    check(access);
                    readsOnly &= transaction.mode(access) == AccessMode.READ;
                }
                if (answered == transaction.accesses()) {
                    continue;
                }
                if (isReadTransaction()) {
                    submission.clear(transaction);
                    for (int access = answered; access < transaction.accesses(); access++) {
                        submission.fetch(transaction, access);
                    }
                    return State.NEEDS_VALUES;
                }
            }
            if (!answer()) {
                return State.NEEDS_VALUES;
            }
        }
        return State.COMMITS;
    }

    /** Answers all accesses if it can; otherwise asks for what is missing, of this round at once. */
    boolean answer() {
        boolean complete = true;
        for (int access = answered; access < transaction.accesses(); access++) {
            if (!isBlind(access) && cache.find(submission.key(transaction, access)) == ValueCache.NONE) {
                if (complete) {
                    submission.clear(transaction);
                }
                complete = false;
                submission.fetch(transaction, access);
            }
        }
        if (!complete) {
            return false;
        }
        for (; answered < transaction.accesses(); answered++) {
            if (!isBlind(answered)) {
                int slot = cache.find(submission.key(transaction, answered));
                if (cache.isAbsent(slot)) {
                    transaction.missing(answered, 0);
                } else {
                    transaction.fetched(
                            answered,
                            cache.version(slot),
                            cache.values(),
                            cache.valueAt(slot),
                            valueBytes[transaction.table(answered)]);
                }
            }
        }
        return true;
    }

    /** Whether an access writes the whole record without a look at it, and so has no compare (NOCC 2). */
    private boolean isBlind(int access) {
        return transaction.isOverwrite(access)
                && transaction.overwriteBytes(access) == valueBytes[transaction.table(access)];
    }

    private void check(int access) {
        AccessMode mode = transaction.mode(access);
        if (mode != AccessMode.READ && mode != AccessMode.UPDATE) {
            throw new IllegalStateException(
                    "a transaction " + transaction.logic().name() + " has an access of mode " + mode
                            + ", but NOCC's store has read and write alone (NOCC 2)");
        }
    }

    /**
     * Runs the logic once more, on the values that a packet compared: that attempt has committed, and not the last one.
     */
    void replay(Step step, byte[] packet) {
        replay(packet, () -> attempt.run(step));
    }

    /** The same without time, when all stands still. */
    void replay(byte[] packet) {
        replay(packet, attempt::rerun);
    }

    private void replay(byte[] packet, Runnable run) {
        for (int op = 0; op < Wire.ops(packet); op++) {
            if (format.opType(packet, op) == Wire.VALUE) {
                cache.put(format.opKey(packet, op), packet, format.opValueAt(op), 0);
            }
        }
        attempt.again();
        begin(false);
        while (!attempt.isDecided()) {
            run.run();
            for (int access = answered; access < transaction.accesses(); access++) {
                int key = submission.key(transaction, access);
                if (cache.find(key) == ValueCache.NONE) {
                    cache.putAbsent(key); // what it had found, it had compared
                }
            }
            answer();
        }
    }
}
