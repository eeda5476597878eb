/**
 * A cluster, from a resolved mix: regions, counters, devices and protocol nodes on one engine. Entry type:
 * {@link org.breadboard.platform.cluster.ClusterBuilder}, whose answer, a
 * {@link org.breadboard.platform.cluster.Cluster}, is immutable. Each part of a node is built from a scope, which has
 * what the part may use and does not know the cluster. Built and inspected by the thread that controls the run.
 */
package org.breadboard.platform.cluster;
