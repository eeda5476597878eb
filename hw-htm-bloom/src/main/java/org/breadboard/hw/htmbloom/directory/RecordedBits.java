// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

/**
 * Which of a core's filter bits are valid (HADES IV.C, module 1; VI). They are stamped with the stretch of a
 * transaction that set them; a context switch begins a new stretch, which clears them all, unless the bits carry the
 * transaction, as those of cores with SMT do. One thread.
 */
public final class RecordedBits {
    private final boolean perTransaction;
    private final long[] stamps;
    private int running = -1;
    private long latest;

    RecordedBits(boolean perTransaction, int tags) {
        this.perTransaction = perTransaction;
        stamps = new long[tags];
    }

    /** A transaction begins: nothing is recorded for it. */
    public void begin(int tag) {
        stamps[tag] = ++latest;
        running = tag;
    }

    /** The stamp of what a transaction records now, and of what it has recorded that still counts. */
    public long stamp(int tag) {
        if (!perTransaction && running != tag) {
            stamps[tag] = ++latest;
            running = tag;
        }
        return stamps[tag];
    }
}
