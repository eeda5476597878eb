// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A place where code runs: a host thread, a NIC core, a pipeline. It has one ring of what has arrived, and works in the
 * bursts that {@link StageProgram} describes. A stage lives until its machine crashes or the configuration changes; a
 * node that is built again has new ones.
 */
@ProviderType
public interface Stage {
    /** The name, unique within its node. */
    String name();

    /** The node it belongs to. */
    int node();

    /** The configuration epoch that it was built in: 0, unless machines have crashed. */
    int generation();

    /**
     * Sizes the ring: room for {@code slots} more arrivals that can be on their way at one time. Devices and protocols
     * reserve what they may deliver. So a ring never overflows, and a full queue is seen where something is posted.
     * Only while the node is built. One slot for a timer and one for a squash of each task are reserved by the runtime.
     */
    void reserve(int slots);

    /** Adds a task, runnable when the run begins. Only while the node is built. */
    void add(Task task);
}
