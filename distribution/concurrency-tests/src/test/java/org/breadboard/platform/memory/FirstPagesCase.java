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
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads write into two pages that nobody has written before, one of which makes the chunk of both. */
@JCStressTest
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Each finds what it wrote.")
@Outcome(expect = FORBIDDEN, desc = "A write went into a chunk that was thrown away, or into the other page.")
@State
public class FirstPagesCase {
    private final PagedRegion region = new PagedRegion("case", 1 << 18, Lifetime.PROCESS, new Layout("words", 1));

    /** One thread. */
    @Actor
    public void writes(II_Result seen) {
        region.putLong(8, 1);
        seen.r1 = (int) region.getLong(8);
    }

    /** Another one. */
    @Actor
    public void writesToo(II_Result seen) {
        region.putLong(1024 + 8, 2);
        seen.r2 = (int) region.getLong(1024 + 8);
    }
}
