/**
 * A program that aborts what is known to be stale before any protocol that describes its packets. Entry type:
 * {@link org.breadboard.hw.p4switch.abort.EarlyAbortType}. It knows pipelines by {@code org.breadboard.api.pipeline}
 * alone, so it runs in anybody's switch. By the thread that builds the cluster.
 */
package org.breadboard.hw.p4switch.abort;
