/**
 * Tenants of one cluster: several workloads side by side on disjoint cores of every node, as one workload (HADES
 * VIII.E), and several protocols side by side, as one protocol, of which each has the tables and the host threads of
 * one workload. Entry types: {@link org.breadboard.platform.tenants.SharedWorkload} and
 * {@link org.breadboard.platform.tenants.SharedProtocols}. Built by the thread that builds a cluster; what stages then
 * use belongs to their threads, and what is left is immutable.
 */
package org.breadboard.platform.tenants;
