// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads write into a page that nobody has written before: there is one page in the end, with all writes. */
@JCStressTest
@Outcome(id = "1, 2, 1", expect = ACCEPTABLE, desc = "All writes are there, and one thread has the lock.")
@Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "All writes are there, and the other thread has the lock.")
@Outcome(expect = FORBIDDEN, desc = "A write went into a page that was thrown away.")
@State
public class FirstWritesCase {
    private final PagedRegion region = new PagedRegion("case", 1 << 18, Lifetime.PROCESS, new Layout("words", 1));
    private int winner1;
    private int winner2;

    /** One thread. */
    @Actor
    public void writes() {
        region.putLong(8, 1);
        winner1 = region.compareAndSetLong(24, 0, 1) ? 1 : 0;
    }

    /** Another one. */
    @Actor
    public void writesToo() {
        region.putLong(16, 2);
        winner2 = region.compareAndSetLong(24, 0, 2) ? 2 : 0;
    }

    /** Both are done. */
    @Arbiter
    public void reads(III_Result seen) {
        seen.r1 = (int) region.getLong(8);
        seen.r2 = (int) region.getLong(16);
        seen.r3 = region.getLong(24) == winner1 + winner2 ? winner1 + winner2 : -1;
    }
}
