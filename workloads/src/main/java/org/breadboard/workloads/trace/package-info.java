/**
 * The reads and updates of somebody's own file, in its order. Entry type:
 * {@link org.breadboard.workloads.trace.TraceReplay}. All but the generators is immutable.
 */
package org.breadboard.workloads.trace;
