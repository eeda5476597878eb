// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.options;

import java.util.Arrays;

/**
 * Who is where: stores on the first nodes, clients on those after them, numbered as they are built. By the thread that
 * assembles the run while it does, then immutable; any thread.
 */
public final class Addresses {
    /** The port of a store's first core. */
    public static final int STORE_PORT = 9000;
    /** The port of a store's first core for other stores; not among those that programs of switches ask to see. */
    public static final int LOG_PORT = 9500;
    /** The port of a client machine's first core. */
    public static final int CLIENT_PORT = 10_000;

    private final int stores;
    private final int storeCores;
    private int[] nodes = new int[16];
    private int[] ports = new int[16];
    private int[] contexts = new int[16];
    private int clients;

    /** Stores, and no clients so far. */
    public Addresses(int stores, int storeCores) {
        this.stores = stores;
        this.storeCores = storeCores;
    }

    /** How many nodes hold records. */
    public int stores() {
        return stores;
    }

    /** Adds a client and returns its number. */
    public int add(int node, int thread, int context) {
        if (clients == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * clients);
            ports = Arrays.copyOf(ports, 2 * clients);
            contexts = Arrays.copyOf(contexts, 2 * clients);
        }
        nodes[clients] = node;
        ports[clients] = CLIENT_PORT + thread;
        contexts[clients] = context;
        return clients++;
    }

    /** Whether a client has this number. */
    public boolean isClient(int client) {
        return client >= 0 && client < clients;
    }

    /** The node of a client. */
    public int node(int client) {
        return nodes[client];
    }

    /** The port of a client. */
    public int port(int client) {
        return ports[client];
    }

    /** Which of its thread's clients a client is. */
    public int context(int client) {
        return contexts[client];
    }

    /** The port of the core that serves a client at every store. */
    public int storePort(int client) {
        return STORE_PORT + core(client);
    }

    /** The core that serves a client. */
    public int core(int client) {
        return client % storeCores;
    }
}
