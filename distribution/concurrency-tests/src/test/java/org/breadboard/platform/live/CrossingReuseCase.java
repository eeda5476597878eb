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
import org.openjdk.jcstress.infra.results.II_Result;

/** A ring of one slot: the second message waits until the reader has taken the first, and none is lost or doubled. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "None has crossed yet.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The first has crossed.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both have, in their order.")
@Outcome(expect = FORBIDDEN, desc = "The slot was written before it was read, or read before it was written.")
@State
public class CrossingReuseCase {
    private final Hop hop = (transit, message) -> {};
    private final Message first = RuntimeAccess.get().message(128);
    private final Message second = RuntimeAccess.get().message(128);
    private final Crossing crossing = new Crossing(Waiting.of(Thread.currentThread(), 2, 2), 1);
    private final HopQueue queue = new HopQueue();

    /** The writer. */
    @Actor
    public void sends() {
        first.bytes()[0] = 1;
        crossing.put(hop, first);
        crossing.flush();
        second.bytes()[0] = 2;
        crossing.put(hop, second);
        crossing.flush();
        crossing.flush();
    }

    /** The reader. */
    @Actor
    public void receives(II_Result seen) {
        crossing.drain(queue);
        crossing.drain(queue);
        seen.r1 = next();
        seen.r2 = next();
    }

    private int next() {
        if (queue.isEmpty()) {
            return 0;
        }
        int mark = queue.firstMessage().bytes()[0];
        queue.removeFirst();
        return mark;
    }
}
