// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One-sided READ, WRITE and atomics on registered memory of other nodes (FaSST 2.2). Atomics are atomic with each other
 * at one NIC, and not with the CPU's own compare-and-set (Xenic 2.2.2).
 */
@ConsumerType
public interface OneSidedVerbs extends Capability {
    /** The transports that can carry one-sided verbs, and dynamically connected transport (FaSST 7.1). */
    enum Transport {
        /** Reliable connected: READ, WRITE, atomics. */
        RC,
        /** Unreliable connected: WRITE only. */
        UC,
        /** Unreliable datagram: no one-sided verb at all. */
        UD,
        /** Dynamically connected: as RC, but it connects to another target with three extra packets. */
        DC
    }

    /** Registers a region of this node, so that other nodes can reach it under its name. Only while building. */
    void register(Region region);

    /**
     * A queue pair of {@code stage} to another node. Reserves the stage's ring. Only while building.
     *
     * @param node the other node; for {@link Transport#DC} and {@link Transport#UD} the first one
     * @param sendSlots the depth of the send queue
     * @param sharers how many threads post to it: more than one costs a lock and cache-line transfers at each post
     *     (FaSST 3.3.2)
     * @throws org.breadboard.api.RefusedException if the device cannot build it
     */
    QueuePair connect(Stage stage, int node, Transport transport, int sendSlots, int sharers);

    /**
     * One queue pair. A verb returns false if the send queue is full, or if a reliable queue pair is broken, since all
     * its tries to reach the target failed. A broken queue pair takes no more verbs, and what is outstanding never
     * completes. A verb throws {@link IllegalStateException} if the transport does not allow it (FaSST Table 1).
     * Completions reach {@code task} in the order of posting, as a message with the bytes that were read, whose
     * {@link Message#sourceNode()} is the node that answered. Used by the thread of its stage only.
     */
    @ConsumerType
    interface QueuePair {
        /** Reads {@code lengthBytes} of region {@code name} at the target. */
        boolean read(Step step, Task task, String name, long address, int lengthBytes);

        /**
         * Writes the payload; without a {@code task} it is unsignalled, and nobody is told. Owns the payload when it
         * returns true.
         */
        boolean write(Step step, Task task, String name, long address, Message payload);

        /** Compares and swaps a word; the completion carries the old value as 8 bytes. */
        boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value);

        /** Adds to a word; the completion carries the old value as 8 bytes. */
        boolean fetchAndAdd(Step step, Task task, String name, long address, long delta);

        /** Tells the device of all that was posted since the last doorbell. */
        void doorbell(Step step);

        /** Charges the stage for taking a completion off the completion queue. */
        void polled(Step step, Message message);

        /** Points a {@link Transport#DC} queue pair at another node; nothing may be outstanding. */
        void target(int node);
    }
}
