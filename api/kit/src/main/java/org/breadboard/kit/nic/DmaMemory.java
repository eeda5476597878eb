// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.nic;

import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/**
 * Host memory by DMA (Xenic 4.3.1): reads and writes gather in vectors; or each is submitted alone, and its completion
 * is found by polling. What finds all vectors in flight waits in order.
 */
final class DmaMemory extends HostMemory {
    private static final int WHAT = 3;

    private final NicCompute.Dma engine;
    private final boolean async;
    private Waiting[] waiting = new Waiting[16];
    private int first;
    private int count;

    private record Waiting(boolean write, Region host, long address, Message message, int lengthBytes) {}

    DmaMemory(NicCompute nic, Stage core, boolean async, Callback callback) {
        super(callback);
        this.engine = nic.dma(core);
        this.async = async;
        core.add(this);
    }

    @Override
    protected boolean completed(Step step, Message message) {
        complete(step, message.register(WHAT), message);
        return false;
    }

    @Override
    public void read(Step step, int operation, int part, Region host, long address, int lengthBytes) {
        add(step, operation, part, false, host, address, step.take(lengthBytes), lengthBytes);
    }

    @Override
    public void write(Step step, int operation, int part, Region host, long address, Message from) {
        add(step, operation, part, true, host, address, from, from.lengthBytes());
    }

    private void add(
            Step step,
            int operation,
            int part,
            boolean write,
            Region host,
            long address,
            Message message,
            int lengthBytes) {
        message.register(WHAT, what(operation, part));
        if (count > 0 || !offer(step, write, host, address, message, lengthBytes)) {
            enqueue(new Waiting(write, host, address, message, lengthBytes));
        }
    }

    private boolean offer(Step step, boolean write, Region host, long address, Message message, int lengthBytes) {
        if (!put(step, write, host, address, message, lengthBytes)
                && (!engine.submit(step) || !put(step, write, host, address, message, lengthBytes))) {
            return false;
        }
        if (!async) {
            engine.submit(step);
        }
        return true;
    }

    private boolean put(Step step, boolean write, Region host, long address, Message message, int lengthBytes) {
        return write
                ? engine.write(step, this, host, address, message)
                : engine.read(step, this, host, address, message, lengthBytes);
    }

    private void enqueue(Waiting one) {
        if (count == waiting.length) {
            Waiting[] more = new Waiting[2 * count];
            for (int i = 0; i < count; i++) {
                more[i] = waiting[(first + i) % count];
            }
            waiting = more;
            first = 0;
        }
        waiting[(first + count++) % waiting.length] = one;
    }

    @Override
    public void submit(Step step) {
        while (count > 0) {
            Waiting next = waiting[first];
            if (!offer(step, next.write, next.host, next.address, next.message, next.lengthBytes)) {
                break;
            }
            waiting[first] = null;
            first = (first + 1) % waiting.length;
            count--;
        }
        engine.submit(step);
    }

    @Override
    public boolean isWaiting() {
        return count > 0;
    }
}
