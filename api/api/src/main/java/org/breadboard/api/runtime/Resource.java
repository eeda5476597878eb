// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Something that serves one message after another: a link, a packet engine, a DMA queue, a memory port. It keeps its
 * own utilisation; messages reach it through {@link Transit#forward} in time order. The live runtime grants at once.
 */
@ProviderType
public interface Resource {
    /** The name, unique within its node. */
    String name();

    /** How long a message keeps a resource busy. */
    @FunctionalInterface
    @ConsumerType
    interface Cost {
        /**
         * The service time of {@code message} in ns, 0 or more. Called in arrival order, by one thread, and only by a
         * runtime that models time: state that matters only to time (a cache's contents) lives here.
         */
        double serviceNs(Message message);

        /**
         * The time from the beginning of a message's service until it leaves, in ns, 0 or more. By default the service
         * time; less for a device that passes a message on before it is free for the next one, as a pipeline does.
         * Order is kept in any case.
         */
        default double latencyNs(Message message, double serviceNs) {
            return serviceNs;
        }
    }
}
