// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** What was written before a word was released is seen by who acquires it, on the same page and on another. */
@JCStressTest
@Outcome(id = "0, [01], [01]", expect = ACCEPTABLE, desc = "The word is not released yet.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It is, and all that was before.")
@Outcome(expect = FORBIDDEN, desc = "The word is seen before what it stands for.")
@State
public class RegionPublicationCase {
    private final PagedRegion region = new PagedRegion("case", 1 << 18, Lifetime.PROCESS, new Layout("words", 1));

    /** Who releases. */
    @Actor
    public void writes() {
        region.putLong(8, 1);
        region.putLong(2048, 1);
        region.putLongRelease(0, 1);
    }

    /** Who acquires. */
    @Actor
    public void reads(III_Result seen) {
        seen.r1 = (int) region.getLongAcquire(0);
        seen.r2 = (int) region.getLong(8);
        seen.r3 = (int) region.getLong(2048);
    }
}
