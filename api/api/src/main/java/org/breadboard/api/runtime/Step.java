// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The context of one step on a stage. A step acts at the instant {@link #nowNs()}: its loads, stores and
 * compare-and-sets happen then. It adds up how long it keeps the stage {@link #busy}, and what it sends leaves at its
 * end, at {@code nowNs + busy}. Valid during the call that was given it, for that call's thread.
 */
@ConsumerType
public interface Step {
    /** The instant of this step in ns since the run began; virtual or wall-clock time, never the date. */
    long nowNs();

    /**
     * Keeps the stage busy for longer.
     *
     * @param ns at the speed of the reference core, 0 or more; the runtime divides it by the stage's speed. The live
     *     runtime does not wait.
     */
    void busy(double ns);

    /**
     * Keeps the stage busy for longer, however fast it is: it waits for a device.
     *
     * @param ns as long as it takes, 0 or more; the live runtime does not wait
     */
    void stall(double ns);

    /** The stage that runs this step. */
    Stage stage();

    /** The stage's own stream of random numbers. */
    RandomStream random();

    /** A message that can carry at least {@code capacityBytes}, empty and owned by the caller. */
    Message take(int capacityBytes);

    /** Gives back a message that the caller owns. */
    void release(Message message);

    /** Hands {@code message} to {@code hop} when this step ends. The runtime calls hops in time order. */
    void leave(Hop hop, Message message);

    /**
     * Makes a task of this stage runnable; it runs in this burst if the run phase has not begun, otherwise in the next.
     */
    void ready(Task task);

    /** Makes the current attempt of {@code task} runnable after {@code delayNs}, counted from the end of this step. */
    void timer(Task task, double delayNs);
}
