// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

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

    /** How many times as long as usual back-offs get. */
    private static final int MOST_FACTOR = 64;

    private final Turns turns;
    private int hopeless;

    /** {@code turns} is shared by all stages of a cluster. */
    LateTries(Turns turns) {
        this.turns = turns;
    }

    /** Whether a client may begin an attempt: beside others, or it is its turn now. */
    boolean mayTry(Client client, long nowNs) {
        return client.lateTries < BESIDE_OTHERS || turns.isOf(client.number, nowNs) || turns.areGivenUp(nowNs);
    }

    /** The transaction of a client is over, or nobody knows what became of it: somebody else may have the turn. */
    void over(Client client, long nowNs) {
        if (client.lateTries >= BESIDE_OTHERS) {
            turns.over(client.number, nowNs);
        }
    }

    /** An attempt of a client begins, although admission has ended. */
    void began(Client client) {
        client.lateTries++;
    }

    /** Whether the transaction of a client, whose last attempt failed, is tried again; one that is hopeless counts. */
    boolean goesOn(Client client, long nowNs) {
        boolean isHopeless = !client.exhausted && client.lateTries >= MOST;
        if (isHopeless) {
            hopeless++;
            turns.giveUp(nowNs);
        }
        return !client.exhausted && !isHopeless && !turns.areGivenUp(nowNs);
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
