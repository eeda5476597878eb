// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A message that crosses brings along its bytes, its registers and its hop. */
@JCStressTest
@Outcome(id = "-1, -1, -1", expect = ACCEPTABLE, desc = "It has not crossed yet.")
@Outcome(id = "7, 100, 1", expect = ACCEPTABLE, desc = "It has crossed whole.")
@Outcome(expect = FORBIDDEN, desc = "It has crossed in part.")
@State
public class CrossingPublicationCase {
    private final Hop hop = (transit, message) -> {};
    private final Message message = RuntimeAccess.get().message(128);
    private final Crossing crossing = new Crossing(Waiting.of(Thread.currentThread(), 2, 2), 4);
    private final HopQueue queue = new HopQueue();

    /** The writer. */
    @Actor
    public void sends() {
        message.bytes()[0] = 7;
        message.lengthBytes(100);
        crossing.put(hop, message);
        crossing.flush();
    }

    /** The reader. */
    @Actor
    public void receives(III_Result seen) {
        crossing.drain(queue);
        if (queue.isEmpty()) {
            seen.r1 = -1;
            seen.r2 = -1;
            seen.r3 = -1;
        } else {
            seen.r1 = queue.firstMessage().bytes()[0];
            seen.r2 = queue.firstMessage().lengthBytes();
            seen.r3 = queue.firstHop() == hop ? 1 : 0;
        }
    }
}
