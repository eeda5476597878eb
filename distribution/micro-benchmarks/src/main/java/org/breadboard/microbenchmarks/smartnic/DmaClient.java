// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import org.breadboard.api.hardware.NicCompute.Dma;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** Keeps one vector of DMAs in flight: it submits one, goes on, and submits the next when all of it is complete. */
final class DmaClient extends Task {
    private final BenchSettings settings;
    private final Dma dma;
    private final Region host;
    private final int first;
    private final Operations operations;
    private long startedNs;
    private long submittedNs;
    private int outstanding;
    private boolean submitted;
    private boolean paused;

    DmaClient(BenchSettings settings, Dma dma, Region host, int first, Operations operations) {
        this.settings = settings;
        this.dma = dma;
        this.host = host;
        this.first = first;
        this.operations = operations;
    }

    @Override
    protected Next step(Step step) {
        if (submitted) {
            submittedNs = step.nowNs();
            submitted = false;
        }
        if (outstanding > 0) {
            return Next.AWAIT;
        }
        if (operations.stopping(step)) {
            return Next.DONE;
        }
        if (settings.pauseNs > 0 && !paused) {
            paused = true;
            step.timer(this, settings.pauseNs);
            return Next.AWAIT;
        }
        paused = false;
        startedNs = step.nowNs();
        submittedNs = startedNs;
        for (int i = 0; i < settings.vectorElements; i++) {
            gather(step, i);
        }
        if (!dma.submit(step)) {
            throw new IllegalStateException("contexts are more than the vectors that a core may have in flight");
        }
        submitted = true;
        return Next.AGAIN;
    }

    private void gather(Step step, int index) {
        Message message = step.take(settings.valueBytes);
        message.lengthBytes(settings.valueBytes);
        long address = (long) (first + index) * settings.strideBytes();
        boolean taken = settings.write
                ? dma.write(step, this, host, address, message)
                : dma.read(step, this, host, address, message, settings.valueBytes);
        if (!taken) {
            throw new IllegalStateException("vectorElements=" + settings.vectorElements
                    + " is more than a vector of this engine holds: " + dma.vectorSlots());
        }
        outstanding++;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        outstanding--;
        boolean submission = settings.measure == BenchSettings.Measure.SUBMISSION;
        operations.completed(step, submission ? step.nowNs() - (submittedNs - startedNs) : submittedNs);
        return outstanding == 0;
    }
}
