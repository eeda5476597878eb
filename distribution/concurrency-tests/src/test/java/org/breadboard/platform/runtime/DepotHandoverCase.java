// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A magazine that one thread gives, another takes with all that is in it, or it is still there. */
@JCStressTest
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "It was taken later.")
@Outcome(id = "7, 0", expect = ACCEPTABLE, desc = "It was taken whole.")
@Outcome(expect = FORBIDDEN, desc = "Messages are lost, or two threads have them, or they are half given.")
@State
public class DepotHandoverCase {
    private final MessageDepot depot = new MessageDepot();
    private final Message[] magazine = new Message[MessageDepot.MAGAZINE];

    /** Who gives. */
    @Actor
    public void gives() {
        for (int i = 0; i < magazine.length; i++) {
            magazine[i] = RuntimeAccess.get().message(1);
            magazine[i].bytes()[0] = 7;
        }
        depot.swapForEmpty(0, magazine);
    }

    /** Who takes. */
    @Actor
    public void takes(II_Result seen) {
        Message[] full = depot.swapForFull(0, new Message[MessageDepot.MAGAZINE]);
        seen.r1 = full == null ? -1 : full[MessageDepot.MAGAZINE - 1].bytes()[0];
    }

    /** Both are done. */
    @Arbiter
    public void counts(II_Result seen) {
        seen.r2 = depot.swapForFull(0, new Message[MessageDepot.MAGAZINE]) == null ? 0 : 1;
    }
}
