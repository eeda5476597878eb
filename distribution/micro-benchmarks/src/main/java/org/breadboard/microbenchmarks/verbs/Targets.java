// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.RandomStream;

/**
 * The queue pairs that a context draws from, uniformly.
 *
 * @param queuePairs the one of number i reaches node i mod {@code nodes}
 * @param others whether node 0 draws, among the other nodes, or any node among all
 * @param dynamic whether there is one DC queue pair, which is pointed at the node that is drawn
 */
record Targets(QueuePair[] queuePairs, int nodes, boolean others, boolean dynamic) {

    /** Draws where the next batch goes: a number of which {@link #node} and {@link #queuePair} make something. */
    int draw(RandomStream random) {
        int choices = dynamic ? nodes : queuePairs.length;
        if (!others) {
            return random.nextInt(choices);
        }
        int drawn = random.nextInt(choices / nodes * (nodes - 1));
        return drawn / (nodes - 1) * nodes + 1 + drawn % (nodes - 1);
    }

    int node(int drawn) {
        return drawn % nodes;
    }

    QueuePair queuePair(int drawn) {
        if (dynamic) {
            queuePairs[0].target(node(drawn));
            return queuePairs[0];
        }
        return queuePairs[drawn];
    }
}
