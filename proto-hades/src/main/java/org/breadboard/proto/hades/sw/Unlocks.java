package org.breadboard.proto.hades.sw;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Polls for what no transaction waits for: unlocks that were written to other nodes (HADES III, optimisation 3). One thread; any may ask
 * whether it is at rest.
 */
final class Unlocks extends Task {
    private final SwThread thread;
    private final AtomicInteger underWay = new AtomicInteger();

    Unlocks(SwThread thread) {
        this.thread = thread;
    }

    void posted() {
        underWay.incrementAndGet();
    }

    boolean isAtRest() {
        return underWay.get() == 0;
    }

    @Override
    protected Next step(Step step) {
        return Next.AWAIT;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        thread.queuePairs()[message.sourceNode()].polled(
                thread.cpu().metered(step, CpuCategory.CONFLICT_DETECTION), message);
        underWay.decrementAndGet();
        return false;
    }
}
