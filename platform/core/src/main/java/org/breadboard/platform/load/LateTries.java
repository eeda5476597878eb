// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Transactions that are seen to their end: those that met a conflict are tried again when no others begin any more, and
 * after a while one by one. Of the clients of one stage, and for its thread.
 */
public final class LateTries {
    /**
     * How often a transaction is tried again then: far more often than fair losers need, of which there are fewer and
     * fewer.
     */
    public static final int MOST = 1_000;

    /** How many of these are made beside others; where they are in each other's way for so long, each goes on alone. */
    static final int BESIDE_OTHERS = 100;

    /** How long whoever waits for his turn waits before he looks again, in ns. */
    static final long TURN_NS = 50_000;

    private static final long NOBODY = -1;
    /** One has been tried in vain for long enough: the run fails, and nobody else needs to try. */
    private static final long GIVEN_UP = -2;

    /** How many times as long as usual back-offs get. */
    private static final int MOST_FACTOR = 64;

    /** The client whose turn it is; shared by all stages. */
    private final AtomicLong turn;

    private int hopeless;

    LateTries(AtomicLong turn) {
        this.turn = turn;
    }

    /** What all stages of a cluster share: whose turn it is. */
    public static AtomicLong turns() {
        return new AtomicLong(NOBODY);
    }

    /** Whether a client may begin an attempt: beside others, or it is its turn now. */
    boolean mayTry(Client client) {
        long whose = turn.get();
        return client.lateTries < BESIDE_OTHERS
                || whose == client.number
                || whose == GIVEN_UP
                || turn.compareAndSet(NOBODY, client.number);
    }

    /** The transaction of a client is over, or nobody knows what became of it: somebody else may have the turn. */
    void over(Client client) {
        turn.compareAndSet(client.number, NOBODY);
    }

    /** An attempt of a client begins, although admission has ended. */
    void began(Client client) {
        client.lateTries++;
    }

    /** Whether the transaction of a client, whose last attempt failed, is tried again; one that is hopeless counts. */
    boolean goesOn(Client client) {
        boolean isHopeless = !client.exhausted && client.lateTries >= MOST;
        if (isHopeless) {
            hopeless++;
            turn.set(GIVEN_UP);
        }
        return !client.exhausted && turn.get() != GIVEN_UP;
    }

    /**
     * How many times as long as usual a client waits: where the usual back-offs are short beside a network's latency,
     * two that want each other's locks would meet again for ever.
     */
    static int factor(Client client) {
        return Math.min(1 + client.lateTries, MOST_FACTOR);
    }

    /** How many transactions had so many tries, and committed in none of them. */
    int hopeless() {
        return hopeless;
    }
}
