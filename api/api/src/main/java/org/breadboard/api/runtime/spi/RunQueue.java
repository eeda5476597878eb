// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime.spi;

import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ProviderType;

/** The runnable tasks of one stage in first-in-first-out order; a task is in it at most once. One thread. */
@ProviderType
public abstract class RunQueue {
    /** For the one implementation. */
    protected RunQueue() {}

    /** Adds a task, unless it is in the queue already or is done; says whether it was added. */
    public abstract boolean add(Task task);

    /** Takes the first task, or returns null. */
    public abstract Task poll();

    /** How many tasks are in the queue. */
    public abstract int size();
}
