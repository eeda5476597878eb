// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** A thread that looks less and less often, and then parks, sees what is sent to it all the same. */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "It has seen the message.")
@Outcome(id = "STALE", expect = FORBIDDEN, desc = "It sleeps over the message.")
@State
public class SleepingReaderCase {
    private volatile Crossing crossing;

    /** The reader, as {@link LiveThread} waits. */
    @Actor
    public void receives() {
        Waiting waiting = Waiting.of(Thread.currentThread(), 2, 1);
        Crossing in = new Crossing(waiting, 4);
        HopQueue queue = new HopQueue();
        crossing = in;
        waiting.begin();
        for (in.drain(queue); queue.isEmpty(); in.drain(queue)) {
            if (!waiting.stayAwake()) {
                waiting.nap(Long.MAX_VALUE, false);
            }
        }
    }

    /** The writer. */
    @Signal
    public void sends() {
        Crossing out = crossing;
        while (out == null) {
            Thread.onSpinWait();
            out = crossing;
        }
        Message message = RuntimeAccess.get().message(128);
        out.put((transit, passing) -> {}, message);
        out.flush();
    }
}
