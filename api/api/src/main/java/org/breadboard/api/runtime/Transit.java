// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.breadboard.api.observe.Counter;
import org.osgi.annotation.versioning.ProviderType;

/** What a {@link Hop} can do with messages. Valid during the call that was given it, for that call's thread. */
@ProviderType
public interface Transit {
    /** The instant of this hop in ns since the run began. */
    long nowNs();

    /**
     * Queues the message at {@code resource}; when its service ends and the resource's delay has passed, it arrives at
     * {@code next}. Live, it arrives there at once, on a thread that serves the resource's node.
     */
    void forward(Resource resource, Message message, Hop next);

    /**
     * Puts a message into the ring of a stage, for its {@link StageProgram#receive}. A dead stage's message is dropped.
     */
    void deliver(Stage stage, Message message);

    /** Puts a completion into the ring of a stage, for {@link Task#completed} of the task and attempt that it names. */
    void complete(Stage stage, Message message);

    /** Makes a task runnable through the ring of its stage, if {@code attempt} is still current when it gets there. */
    void wake(Stage stage, Task task, long attempt);

    /** Squashes an attempt through the ring of its stage, if it is still current when that gets there. */
    void squash(Stage stage, Task task, long attempt);

    /** Ends a message's way and counts it. */
    void drop(Message message, Counter reason);

    /** A second message with the same content, owned by the caller: a duplicate, or a broadcast's copy. */
    Message copy(Message message);

    /** A message that can carry at least {@code capacityBytes}, empty and owned by the caller. */
    Message take(int capacityBytes);

    /** Gives back a message that the hop owns. */
    void release(Message message);

    /** Random numbers for devices: of the network in virtual time, of the sending stage live. */
    RandomStream random();
}
