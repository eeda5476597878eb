/**
 * The deterministic runtime: virtual time, one thread. Entry type: {@link org.breadboard.platform.sim.SimEngine}.
 *
 * <pre>
 *   stage --step ends--> hop --> resource --served--> hop --> ... --> ring of a stage
 *     ^                          (queue per resource)                      |
 *     +------------- next step, when the stage is free --------------------+
 *
 *   scheduler: a small heap of the heads of all queues, ordered by (time, source)
 * </pre>
 *
 * <p>All classes but {@code SimThread} are for one thread at a time: the caller's while a cluster is built and checked,
 * the engine's own while it runs.
 */
package org.breadboard.platform.sim;
