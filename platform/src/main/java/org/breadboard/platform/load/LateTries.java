package org.breadboard.platform.load;

/**
 * Transactions that are seen to their end: those that met a conflict are tried again when no others begin any more. Of
 * the contexts of one stage, and for its thread.
 */
public final class LateTries {
    /**
     * How often a transaction is tried again then: far more often than fair losers need, of which there are fewer and
     * fewer.
     */
    public static final int MOST = 1_000;

    /** How many times as long as usual back-offs get. */
    private static final int MOST_FACTOR = 64;

    /** Attempts that began after admission had ended. */
    private final int[] tries;
    /** Whether the last attempt failed for want of room: another one may, too, for ever. */
    private final boolean[] exhausted;

    private int hopeless;

    LateTries(int contexts) {
        tries = new int[contexts];
        exhausted = new boolean[contexts];
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
        hopeless += isHopeless ? 1 : 0;
        return !exhausted[context] && !isHopeless;
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
