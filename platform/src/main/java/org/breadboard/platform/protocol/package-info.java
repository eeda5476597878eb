/**
 * Several protocols side by side on the machines and NICs of one cluster, as one protocol: each has the tables and the
 * host threads of one tenant of a {@link org.breadboard.platform.workload.SharedWorkload}. Entry type:
 * {@link org.breadboard.platform.protocol.SharedProtocols}. Built by the thread that builds a cluster; what stages then
 * use belongs to their threads.
 */
package org.breadboard.platform.protocol;
