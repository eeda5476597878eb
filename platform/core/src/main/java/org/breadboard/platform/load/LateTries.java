package org.breadboard.platform.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Transactions that are seen to their end: those that met a conflict are tried again when no others begin any more, and
 * after a while one by one. Of the contexts of one stage, and for its thread.
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

    /** Attempts that began after admission had ended. */
    private final int[] tries;
    /** Whether the last attempt failed for want of room: another one may, too, for ever. */
    private final boolean[] exhausted;

    private final int firstClient;
    /** The client whose turn it is; shared by all stages. */
    private final AtomicLong turn;

    private int hopeless;

    LateTries(int contexts, int firstClient, AtomicLong turn) {
        tries = new int[contexts];
        exhausted = new boolean[contexts];
        this.firstClient = firstClient;
        this.turn = turn;
    }

    /** What all stages of a cluster share: whose turn it is. */
    public static AtomicLong turns() {
        return new AtomicLong(NOBODY);
    }

    /** Whether a context may begin an attempt: beside others, or it is its turn now. */
    boolean mayTry(int context) {
        long client = (long) firstClient + context;
        long whose = turn.get();
        return tries[context] < BESIDE_OTHERS
                || whose == client
                || whose == GIVEN_UP
                || turn.compareAndSet(NOBODY, client);
    }

    /** The transaction of a context is over, or nobody knows what became of it: somebody else may have the turn. */
    void over(int context) {
        turn.compareAndSet((long) firstClient + context, NOBODY);
    }

    /** An attempt of a context begins, although admission has ended. */
    void began(int context) {
        tries[context]++;
    }

    /** Whether a context has begun an attempt although admission has ended. */
    boolean hasBegun(int context) {
        return tries[context] > 0;
    }

    /** An attempt of a context failed. */
    void aborted(int context, boolean forRoom) {
        exhausted[context] = forRoom;
    }

    /** Whether the transaction of a context, whose last attempt failed, is tried again; one that is hopeless counts. */
    boolean goesOn(int context) {
        boolean isHopeless = !exhausted[context] && tries[context] >= MOST;
        if (isHopeless) {
            hopeless++;
            turn.set(GIVEN_UP);
        }
        return !exhausted[context] && turn.get() != GIVEN_UP;
    }

    /**
     * How many times as long as usual a context waits: where the usual back-offs are short beside a network's latency,
     * two that want each other's locks would meet again for ever.
     */
    int factor(int context) {
        return Math.min(1 + tries[context], MOST_FACTOR);
    }

    /** How many transactions had so many tries, and committed in none of them. */
    int hopeless() {
        return hopeless;
    }
}
