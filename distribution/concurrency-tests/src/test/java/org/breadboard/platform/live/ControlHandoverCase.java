// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread that is let go again sees what crashed while it stood still, and the clock that was set. */
@JCStressTest
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "It stands still.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It goes on, and sees both.")
@Outcome(expect = FORBIDDEN, desc = "It goes on with what was before.")
@State
public class ControlHandoverCase {
    private final LiveControl control = new LiveControl();
    private final LiveResource resource = new LiveResource(0, 0, "nic", LiveResource.AT_ONCE);

    /** The control thread. */
    @Actor
    public void crashes() {
        resource.die();
        control.startClock();
        control.state(LiveControl.State.RUNNING);
    }

    /** A live thread. */
    @Actor
    public void goesOn(II_Result seen) {
        if (control.state() == LiveControl.State.RUNNING) {
            seen.r1 = resource.isDead() ? 1 : 0;
            seen.r2 = control.originNs() != 0 ? 1 : 0;
        } else {
            seen.r1 = -1;
            seen.r2 = -1;
        }
    }
}
