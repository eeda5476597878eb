// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.platform.mix.Mix;

/**
 * The clients of one thread.
 *
 * @param ordinal of the thread among all that may have clients
 * @param stagger where it stands among those that do, between 0 and 1
 * @param contexts how many clients it has
 * @param firstClient the number of the first, over the whole run
 * @param generatorNode the machine with records for which its workload draws, which tells the threads apart together
 *     with...
 * @param generatorThread ...the thread for which it draws
 */
record ClientShare(int ordinal, double stagger, int contexts, int firstClient, int generatorNode, int generatorThread) {
    /** Machines of clients draw for the machines with records in turn, as if these had more threads. */
    static ClientShare of(Mix mix, int node, int thread) {
        Mix.Cluster cluster = mix.cluster();
        int machine = node - cluster.nodes();
        if (machine < 0) {
            int ordinal = node * cluster.threads() + thread;
            int contexts = mix.load().contexts();
            double stagger = (ordinal + 0.5) / (cluster.nodes() * cluster.threads());
            return new ClientShare(ordinal, stagger, contexts, ordinal * contexts, node, thread);
        }
        int threads = cluster.clientNodes() * cluster.threads();
        int ordinal = thread * cluster.clientNodes() + machine;
        int contexts = mix.load().contexts();
        int first = ordinal * contexts;
        int busy = threads;
        if (cluster.clients() > 0) {
            int least = cluster.clients() / threads;
            int more = cluster.clients() % threads;
            contexts = least + (ordinal < more ? 1 : 0);
            first = ordinal * least + Math.min(ordinal, more);
            busy = Math.min(threads, cluster.clients());
        }
        int round = machine / cluster.nodes();
        return new ClientShare(
                ordinal,
                (ordinal + 0.5) / busy,
                contexts,
                first,
                machine % cluster.nodes(),
                round * cluster.threads() + thread);
    }
}
