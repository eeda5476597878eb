// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/**
 * Makes changes to a region that survives a crash failure-atomic: before a word is overwritten, its address and what
 * was there go into a log that survives with it. A change that has not ended when its machine loses power is undone by
 * whoever lays out the region again. Changes take turns, spinning: none waits for anything within its own. What the log
 * costs is not charged: it is in the cache of the core that writes the words themselves (assumed).
 *
 * <p><b>Layout.</b> A line with the turn and the number of words, then an address and a word each.
 */
public final class UndoLog {
    /** The most words that one change may overwrite. */
    public static final int MOST = 1 << 14;

    private static final Layout LAYOUT = new Layout("kit.undo", 1);
    private static final long TURN = 0;
    private static final long COUNT = Long.BYTES;
    private static final long ENTRY_BYTES = 2L * Long.BYTES;

    private final Region log;
    private final UndoneRegion changing;

    /**
     * That of a region, as whoever lays both out on a node; undoes what a crash has left half done.
     *
     * @param name of the log's own region, the same on every node that has a copy
     */
    public UndoLog(NodeScope scope, String name, Region of) {
        log = scope.region(name, Region.LINE_BYTES + MOST * ENTRY_BYTES, Lifetime.SURVIVES_CRASH, LAYOUT);
        changing = new UndoneRegion(of, this);
        for (long entry = log.getLong(COUNT) - 1; entry >= 0; entry--) {
            of.putLong(log.getLong(at(entry)), log.getLong(at(entry) + Long.BYTES));
        }
        end();
    }

    /** The log's own region: who gets a copy of the other one has to get it, too. */
    public Region region() {
        return log;
    }

    /** Begins a change, after those of others: the region to make it in. Any thread, whose turn it is then. */
    public Region begin() {
        while (!log.compareAndSetLong(TURN, 0, 1)) {
            Thread.onSpinWait();
        }
        return changing;
    }

    /** Ends the change: it stays. By who has the turn. */
    public void end() {
        log.putLongRelease(COUNT, 0);
        log.putLongRelease(TURN, 0);
    }

    /** A word is about to be overwritten. */
    void overwrites(long address, long word) {
        long count = log.getLong(COUNT);
        if (count == MOST) {
            throw new IllegalStateException(
                    "a change of " + changing.name() + " overwrites more than " + MOST + " words");
        }
        log.putLong(at(count), address);
        log.putLong(at(count) + Long.BYTES, word);
        log.putLongRelease(COUNT, count + 1);
    }

    private static long at(long entry) {
        return Region.LINE_BYTES + entry * ENTRY_BYTES;
    }
}
