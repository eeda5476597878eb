// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The {@link Message#owner} of messages that carry others, such as a packet in which several were gathered. Who looks
 * at a run closely asks it what is inside; a run that nobody looks at never does. By the thread that runs.
 */
@FunctionalInterface
@ConsumerType
public interface Carrier {
    /**
     * Shows each message inside a carrying one, in order, and changes nothing.
     *
     * @param carrying one that this is the owner of
     * @param scratch to copy messages into that are bytes only; large enough for any
     * @param visitor told of each message, which is only valid during the call; not at all if it carries none
     */
    void carried(Message carrying, Message scratch, Consumer<Message> visitor);
}
