/**
 * The side of one-sided verbs that asks: {@link org.breadboard.hw.rdma.verbs.RdmaVerbs} connects queue pairs, whose
 * requests are executed by the package {@code memory} of another node.
 *
 * <p>Verbs are called by the thread of a queue pair's stage. Live, answers and timeouts may come on another thread that
 * serves the same node.
 */
package org.breadboard.hw.rdma.verbs;
