package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;

/**
 * A transaction's pair of filters on its own node, and its partial lock of the directory there: from its commit on (HADES V.A, step 1), or since before
 * it executes (VI). One thread.
 */
final class OwnLock {
    private final Directory directory;
    private final int transaction;
    private final LineList declaredReads = new LineList();
    private final LineList declaredWrites = new LineList();
    private boolean watches;
    private boolean locked;
    private boolean lockedFirst;
    private int pair = FilterPairs.NONE;

    OwnLock(Directory directory, int transaction) {
        this.directory = directory;
        this.transaction = transaction;
    }

    /** An attempt begins, which is watched or not; false if that needs a pair of filters, and none is free. */
    boolean begin(boolean isWatched) {
        if (isWatched) {
            pair = directory.own().take(transaction);
            if (pair == FilterPairs.NONE) {
                return false;
            }
        }
        watches = isWatched;
        return true;
    }

    /** Its pair of filters. */
    int pair() {
        return pair;
    }

    boolean isLocked() {
        return locked;
    }

    /** Whether the lines are locked since before it executes. */
    boolean hasLockedFirst() {
        return lockedFirst;
    }

    /** Lines that nobody has watched, which it writes. */
    LineList declaredWrites() {
        return declaredWrites;
    }

    private FilterPairs bank() {
        return watches ? directory.own() : directory.declared();
    }

    /** Notes lines that nobody has watched. */
    void declare(long first, long last, boolean isStore) {
        (isStore ? declaredWrites : declaredReads).addRange(first, last);
    }

    /**
     * Locks what it has loaded and stored.
     *
     * @param stored what it has stored, if that was watched; otherwise it is what was declared
     * @return null, or why that fails
     */
    AbortReason take(Step step, LineList stored) {
        LineList written = watches ? stored : declaredWrites;
        if (!watches && (declaredReads.size() > 0 || declaredWrites.size() > 0) && !declareFilters(step)) {
            return AbortReason.EXHAUSTED;
        }
        if (pair == FilterPairs.NONE || bank().isEmpty(pair)) {
            // Nothing of its own node is to be locked, so it needs no buffer there.
            return null;
        }
        PartialLocks locks = directory.locks();
        step.stall(directory.parameters.lockNs + written.size() * directory.parameters.probeNs);
        // A lock that came after its own can only claim its lines falsely.
        boolean conflicts = !locked
                && (locks.conflicts(transaction, written, true)
                        || !watches && locks.conflicts(transaction, declaredReads, false));
        if (conflicts) {
            return AbortReason.LOCKED;
        }
        if (!locked && !locks.add(transaction, bank(), pair)) {
            return AbortReason.EXHAUSTED;
        }
        locked = true;
        if (watches) {
            directory.detectOthers(transaction, written);
        } else {
            // What it declares only now has met no filter yet, and other transactions of the node may be watched.
            directory.detect(transaction, written, null);
        }
        return null;
    }

    private boolean declareFilters(Step step) {
        step.busy(directory.parameters.postNs);
        if (pair == FilterPairs.NONE) {
            pair = bank().take(transaction);
        }
        if (pair == FilterPairs.NONE) {
            return false;
        }
        insert(declaredReads, declaredWrites);
        return true;
    }

    private void insert(LineList reads, LineList writes) {
        FilterPairs bank = bank();
        for (int i = 0; i < reads.size(); i++) {
            bank.read(pair, reads.get(i));
        }
        for (int i = 0; i < writes.size(); i++) {
            bank.written(pair, writes.get(i));
        }
    }

    /** Locks lines before it executes; false if another transaction holds some of them, or there is no buffer. */
    boolean takeFirst(LineList reads, LineList mayWrite) {
        PartialLocks locks = directory.locks();
        if (locks.conflicts(transaction, mayWrite, true) || locks.conflicts(transaction, reads, false)) {
            return false;
        }
        FilterPairs bank = bank();
        int taken = pair == FilterPairs.NONE ? bank.take(transaction) : pair;
        if (taken == FilterPairs.NONE) {
            return false;
        }
        if (!locks.addFirst(transaction, bank, taken)) {
            if (pair == FilterPairs.NONE) {
                bank.release(taken);
            }
            return false;
        }
        pair = taken;
        insert(reads, mayWrite);
        locked = true;
        lockedFirst = true;
        directory.detect(transaction, mayWrite, reads);
        return true;
    }

    /** The attempt is over: lock and filters go. Answers whether there was a lock, for which somebody may wait. */
    boolean release() {
        boolean unlocks = locked;
        if (locked) {
            directory.locks().remove(bank(), pair);
        }
        if (pair != FilterPairs.NONE) {
            bank().release(pair);
        }
        pair = FilterPairs.NONE;
        locked = false;
        lockedFirst = false;
        declaredReads.clear();
        declaredWrites.clear();
        return unlocks;
    }
}
