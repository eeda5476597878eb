// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.breadboard.api.txn.Transaction;

/**
 * What the recoveries of a run find out about transactions that were under way when a configuration ended: the clients'
 * side of it. Written by those who recover, read by clients; any thread.
 */
public final class Outcomes {
    private final Set<Write> committed = ConcurrentHashMap.newKeySet();
    private volatile boolean serving = true;
    private volatile boolean finished = true;

    private record Write(long epoch, long author, int table, long key, long version) {}

    /** Nothing has crashed yet. */
    public Outcomes() {}

    /** A configuration has ended: until its successor has recovered nothing is served. */
    public void begin() {
        serving = false;
        finished = false;
    }

    /** From now on transactions are served. */
    public void serve() {
        serving = true;
    }

    /** Nothing is left to be found out. */
    public void finish() {
        finished = true;
    }

    /** A transaction that was under way has committed, and wrote this; that is remembered for clients that are down. */
    public void committed(long epoch, long author, int table, long key, long version) {
        committed.add(new Write(epoch, author, table, key, version));
    }

    /** Nobody asks any more about transactions of epochs before this one. */
    public void forgetBefore(long epoch) {
        committed.removeIf(write -> write.epoch() < epoch);
    }

    /** Whether transactions are served. */
    public boolean isServing() {
        return serving;
    }

    /** Whether nothing is left to be found out. */
    public boolean isFinished() {
        return finished;
    }

    /** What is known of an attempt that was under way. */
    public enum Fate {
        /** Not yet known. */
        OPEN,
        /** It has committed. */
        COMMITTED,
        /** It has not, and left nothing behind. */
        ABORTED
    }

    /**
     * What became of an attempt, by what its protocol said that it would install.
     *
     * @param epoch of the configuration in which it was under way
     * @throws IllegalStateException if some of its writes have committed and others have not
     */
    public Fate of(long epoch, Transaction attempt) {
        if (attempt.isWithdrawn()) {
            return Fate.ABORTED;
        }
        // Asked first: what is told between the two looks must not be missed.
        boolean allTold = finished;
        int told = 0;
        int found = 0;
        for (int access = 0; access < attempt.accesses(); access++) {
            if (attempt.written(access) && attempt.installedVersion(access) > 0) {
                told++;
                found += committed.contains(new Write(
                                epoch,
                                attempt.author(),
                                attempt.table(access),
                                attempt.key(access),
                                attempt.installedVersion(access)))
                        ? 1
                        : 0;
            }
        }
        if (told > 0 && !allTold) {
            return Fate.OPEN;
        }
        if (found > 0 && found < told) {
            throw new IllegalStateException(
                    "a transaction was recovered in part: of " + told + " writes, " + found + " have committed");
        }
        return found > 0 ? Fate.COMMITTED : Fate.ABORTED;
    }
}
