package org.breadboard.proto.hades.sw;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.CpuTime;

/**
 * Polls for what no transaction waits for: unlocks that were written to other nodes (HADES III, optimisation 3). One
 * thread; any may ask whether it is at rest.
 */
final class Unlocks extends Task {
    private final QueuePair[] queuePairs;
    private final CpuTime cpu;
    private final AtomicInteger underWay = new AtomicInteger();

    Unlocks(QueuePair[] queuePairs, CpuTime cpu) {
        this.queuePairs = queuePairs;
        this.cpu = cpu;
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
        queuePairs[message.sourceNode()].polled(cpu.metered(step, CpuCategory.CONFLICT_DETECTION), message);
        underWay.decrementAndGet();
        return false;
    }
}
