package org.breadboard.proto.xenic.txn;

import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A core's reads and writes of host memory (Xenic 4.3.1): they gather in vectors, and what is to be done when one completes is named by
 * two numbers that it carries. What finds all vectors in flight waits in order.
 */
final class CoreDma extends Task {
    /** Told of each completion. */
    interface Callback {
        /** The bytes of {@code message} are there, or in host memory. */
        void completed(Step step, int operation, int part, Message message);

        /** A timer of this task has run out. */
        void woken();
    }

    private final NicCompute.Dma engine;
    private final boolean async;
    private final Callback callback;
    private Waiting[] waiting = new Waiting[16];
    private int first;
    private int count;

    private record Waiting(boolean write, Region host, long address, Message message, int lengthBytes) {}

    CoreDma(NicCompute nic, Stage core, boolean async, Callback callback) {
        this.engine = nic.dma(core);
        this.async = async;
        this.callback = callback;
        core.add(this);
    }

    @Override
    protected Next step(Step step) {
        callback.woken();
        return Next.AWAIT;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        callback.completed(step, (int) message.register(3), (int) (message.register(3) >>> 32), message);
        return false;
    }

    void read(Step step, int operation, int part, Region host, long address, int lengthBytes) {
        add(step, operation, part, false, host, address, step.take(lengthBytes), lengthBytes);
    }

    void write(Step step, int operation, int part, Region host, long address, Message from) {
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
        message.register(3, operation & 0xffffffffL | (long) part << 32);
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
            engine.submitAndBlock(step);
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

    /** Submits what has gathered in this burst. */
    void submit(Step step) {
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

    /** Whether something has not been submitted yet. */
    boolean isWaiting() {
        return count > 0;
    }
}
