package org.breadboard.proto.nocc.options;

/**
 * Who is where: stores on the first nodes, clients on those after them, each client a number that says its machine and thread.
 *
 * @param stores how many nodes hold records
 * @param clientNodes how many machines have clients
 * @param threads cores of a machine of clients
 * @param contexts the most clients of a core
 * @param storeCores cores of a store
 */
public record Addresses(int stores, int clientNodes, int threads, int contexts, int storeCores) {
    /** The port of a store's first core. */
    public static final int STORE_PORT = 9000;
    /** The port of a client machine's first core. */
    public static final int CLIENT_PORT = 10_000;

    /** How many numbers of clients there are. */
    public int clients() {
        return clientNodes * threads * contexts;
    }

    /** The number of a client. */
    public int client(int node, int thread, int context) {
        return ((node - stores) * threads + thread) * contexts + context;
    }

    /** Whether a client has this number. */
    public boolean isClient(int client) {
        return client >= 0 && client < clients();
    }

    /** The node of a client. */
    public int node(int client) {
        return stores + client / contexts / threads;
    }

    /** The port of a client. */
    public int port(int client) {
        return CLIENT_PORT + client / contexts % threads;
    }

    /** Which of its thread's clients a client is. */
    public int context(int client) {
        return client % contexts;
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
