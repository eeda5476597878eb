// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import java.util.concurrent.atomic.AtomicInteger;

/** How far the members of the present configuration have recovered. Any thread. */
public final class Recoveries {
    private final Outcomes outcomes = new Outcomes();
    private final AtomicInteger toServe = new AtomicInteger();
    private final AtomicInteger toFinish = new AtomicInteger();
    private volatile long servingNs;
    private volatile long finishedNs;

    /** Nothing to recover yet. */
    public Recoveries() {}

    /** A configuration of so many members begins, and all of them have to recover. */
    public void begin(int members) {
        outcomes.begin();
        toServe.set(members);
        toFinish.set(members);
    }

    void serving(long nowNs) {
        if (toServe.decrementAndGet() == 0) {
            servingNs = nowNs;
            outcomes.serve();
        }
    }

    void finished(long nowNs) {
        if (toFinish.decrementAndGet() == 0) {
            finishedNs = nowNs;
            outcomes.finish();
        }
    }

    /** When the last recovery had come so far that all members served; 0 before the first. */
    public long servingNs() {
        return servingNs;
    }

    /** Whether all members have recovered. */
    public boolean areFinished() {
        return toFinish.get() == 0;
    }

    /** When the last recovery was over; 0 before the first. */
    public long finishedNs() {
        return finishedNs;
    }

    /** What clients are told. */
    public Outcomes outcomes() {
        return outcomes;
    }
}
