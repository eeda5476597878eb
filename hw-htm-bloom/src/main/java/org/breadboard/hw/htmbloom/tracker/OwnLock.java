// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.directory.Conflicts;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.FilterPairs;
import org.breadboard.hw.htmbloom.directory.LineList;
import org.breadboard.hw.htmbloom.directory.OwnTransaction;
import org.breadboard.hw.htmbloom.directory.PartialLocks;
import org.breadboard.hw.htmbloom.wire.NicPort;

/**
 * A transaction's pair of filters on its own node, and its partial lock of the directory there: from its commit on
 * (HADES V.A, step 1), or since before it executes (VI). One thread.
 */
final class OwnLock {
    private final Directory directory;
    private final Conflicts conflicts;
    private final NicPort port;
    private final OwnTransaction own;
    private final int transaction;
    private final LineList declaredReads = new LineList();
    private final LineList declaredWrites = new LineList();
    private boolean watches;
    private boolean locked;
    private int pair = FilterPairs.NONE;

    OwnLock(Directory directory, Conflicts conflicts, NicPort port, OwnTransaction own) {
        this.directory = directory;
        this.conflicts = conflicts;
        this.port = port;
        this.own = own;
        transaction = own.number();
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
        step.stall(directory.lockNs(written.size()));
        // A lock that came after its own can only claim its lines falsely.
        boolean isHeld = !locked
                && (locks.conflicts(transaction, written, true)
                        || !watches && locks.conflicts(transaction, declaredReads, false));
        if (isHeld) {
            return AbortReason.LOCKED;
        }
        if (!locked && !locks.add(transaction, bank(), pair)) {
            return AbortReason.EXHAUSTED;
        }
        locked = true;
        if (watches) {
            conflicts.detectOthers(transaction, written);
        } else {
            // What it declares only now has met no filter yet, and other transactions of the node may be watched.
            conflicts.detect(transaction, written, null);
        }
        return null;
    }

    private boolean declareFilters(Step step) {
        port.post(step);
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
        own.lockedFirst(true);
        conflicts.detect(transaction, mayWrite, reads);
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
        own.lockedFirst(false);
        declaredReads.clear();
        declaredWrites.clear();
        return unlocks;
    }
}
