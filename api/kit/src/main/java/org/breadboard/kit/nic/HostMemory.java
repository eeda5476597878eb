// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.nic;

import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A core's reads and writes of its host's memory: what is to be done when one completes is named by two numbers, an
 * operation and a part of it. Made while the node is built; used by the thread of its core.
 *
 * <p>A read sees memory at some instant before it completes, a write is in memory when it completes. Several cache
 * lines are not copied at one instant, and neither is atomic with anything that the host's CPUs do.
 */
@ConsumerType
public abstract class HostMemory extends Task {
    /** Told of what a core waits for, by the core's thread. */
    @ConsumerType
    public interface Callback {
        /** The bytes of {@code message} are there, or in host memory. */
        void completed(Step step, int operation, int part, Message message);

        /** A timer of this task has run out. */
        void woken();
    }

    private final Callback callback;

    HostMemory(Callback callback) {
        this.callback = callback;
    }

    /**
     * The way from a core to the memory of its host: by DMA if the NIC is on path, by verbs if it is off path, where
     * the regions must be registered ({@link OneSidedVerbs#register}).
     */
    public static HostMemory of(NodeContext scope, NicCores nic, Stage core, Callback callback) {
        return nic instanceof NicCompute engines
                ? byDma(engines, core, true, callback)
                : new VerbMemory(scope.capability(OneSidedVerbs.class), core, callback);
    }

    /**
     * By DMA.
     *
     * @param async whether what a burst asks for gathers in vectors; otherwise each is submitted alone, and its
     *     completion is found by polling
     */
    public static HostMemory byDma(NicCompute nic, Stage core, boolean async, Callback callback) {
        return new DmaMemory(nic, core, async, callback);
    }

    /** Reads {@code lengthBytes} of a region. */
    public abstract void read(Step step, int operation, int part, Region host, long address, int lengthBytes);

    /** Writes the message's bytes to a region; the message is the device's from now on. */
    public abstract void write(Step step, int operation, int part, Region host, long address, Message from);

    /** Submits what has gathered in this burst; from the core's {@code transmit}. */
    public abstract void submit(Step step);

    /** Whether something could not be submitted yet: {@link #submit} has to be called in the next burst. */
    public abstract boolean isWaiting();

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
