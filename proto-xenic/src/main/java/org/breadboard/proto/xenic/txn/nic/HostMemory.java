package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A core's reads and writes of its host's memory: what is to be done when one completes is named by two numbers. One
 * core.
 */
abstract class HostMemory extends Task {
    /** Told of what a core waits for. */
    interface Callback {
        /** The bytes of {@code message} are there, or in host memory. */
        void completed(Step step, int operation, int part, Message message);

        /** A timer of this task has run out. */
        void woken();
    }

    private final Callback callback;

    HostMemory(Callback callback) {
        this.callback = callback;
    }

    abstract void read(Step step, int operation, int part, Region host, long address, int lengthBytes);

    abstract void write(Step step, int operation, int part, Region host, long address, Message from);

    /** Submits what has gathered in this burst. */
    abstract void submit(Step step);

    /** Whether something could not be submitted yet. */
    abstract boolean isWaiting();

    @Override
    protected final Next step(Step step) {
        callback.woken();
        return Next.AWAIT;
    }

    /** Hands a completion on. */
    final void complete(Step step, long what, Message message) {
        callback.completed(step, (int) what, (int) (what >>> Integer.SIZE), message);
    }

    /** Two numbers in one. */
    static long what(int operation, int part) {
        return operation & 0xffffffffL | (long) part << Integer.SIZE;
    }
}
