/**
 * Several workloads side by side on disjoint cores of every node, as one (HADES VIII.E). Entry type:
 * {@link org.breadboard.platform.workload.SharedWorkload}. All but the generators is immutable; any thread.
 */
package org.breadboard.platform.workload;
