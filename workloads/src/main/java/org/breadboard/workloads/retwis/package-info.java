/**
 * Retwis, a clone of Twitter as a benchmark (TAPIR 5.3, Zhang et al., SOSP 2015; Xenic 5.4). Entry type:
 * {@link org.breadboard.workloads.retwis.Retwis}. All but the generators is immutable.
 */
package org.breadboard.workloads.retwis;
