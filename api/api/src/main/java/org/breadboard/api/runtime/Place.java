// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A place in a stage's ring that a message occupies from the moment it is posted. A device reserves a number of places,
 * gives one to each message that will arrive there, and refuses to post when none is left. So it can never overflow the
 * ring.
 */
@FunctionalInterface
@ConsumerType
public interface Place {
    /**
     * The place is free again: the message was taken off the ring (to be handed over, or dropped because its attempt is
     * over), or was released on its way. Called once per message, by the thread that did so. For a message that arrives
     * at the stage that posted it, and never left the node's affinity, this is the stage's own thread.
     */
    void free();
}
