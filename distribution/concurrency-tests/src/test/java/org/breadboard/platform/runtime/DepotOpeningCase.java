// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.runtime.Message;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The first two magazines come at once, where there are no shelves yet. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are there.")
@Outcome(expect = FORBIDDEN, desc = "One lies on shelves that nobody knows.")
@State
public class DepotOpeningCase {
    private final MessageDepot depot = new MessageDepot();

    /** One thread. */
    @Actor
    public void gives() {
        depot.swapForEmpty(0, new Message[MessageDepot.MAGAZINE]);
    }

    /** Another one. */
    @Actor
    public void givesToo() {
        depot.swapForEmpty(0, new Message[MessageDepot.MAGAZINE]);
    }

    /** Both are done. */
    @Arbiter
    public void counts(I_Result seen) {
        while (depot.swapForFull(0, new Message[MessageDepot.MAGAZINE]) != null) {
            seen.r1++;
        }
    }
}
