/**
 * A cluster, from a resolved mix: regions, counters, devices and protocol nodes on one engine. Entry type: {@link
 * org.breadboard.platform.cluster.Cluster}. Built and inspected by the thread that controls the run.
 */
package org.breadboard.platform.cluster;
