// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.platform.runtime.Engine;

/**
 * How far the members of the present configuration have recovered. Clients learn at once what the last of them says;
 * or, where machines run apart in windows, when the window has ended. Any thread.
 */
public final class Recoveries {
    private final Engine engine;
    private final Outcomes outcomes = new Outcomes();
    private final AtomicInteger toServe = new AtomicInteger();
    private final AtomicInteger toFinish = new AtomicInteger();
    private final AtomicLong finishedNs = new AtomicLong();

    /** Nothing to recover yet. Of a run that is still to be built, on this engine. */
    public Recoveries(Engine engine) {
        this.engine = engine;
        engine.atWindowEnd(lastNs -> tellClients());
    }

    /** A configuration of so many members begins, and all of them have to recover. */
    public void begin(int members) {
        outcomes.begin();
        toServe.set(members);
        toFinish.set(members);
    }

    void serving() {
        toServe.decrementAndGet();
        tellUnlessApart();
    }

    void finished(long nowNs) {
        finishedNs.accumulateAndGet(nowNs, Math::max);
        toFinish.decrementAndGet();
        tellUnlessApart();
    }

    private void tellUnlessApart() {
        if (!engine.isInWindow()) {
            tellClients();
        }
    }

    private void tellClients() {
        if (toServe.get() == 0 && !outcomes.isServing()) {
            outcomes.serve();
        }
        if (toFinish.get() == 0 && !outcomes.isFinished()) {
            outcomes.finish();
        }
    }

    /** Whether all members have recovered. */
    public boolean areFinished() {
        return toFinish.get() == 0;
    }

    /** When the last recovery was over; 0 before the first. */
    public long finishedNs() {
        return finishedNs.get();
    }

    /** What clients are told. */
    public Outcomes outcomes() {
        return outcomes;
    }
}
