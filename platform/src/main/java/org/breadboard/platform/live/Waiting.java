package org.breadboard.platform.live;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits that has nothing to do: it spins where it has a core to itself, then yields, then parks for longer and
 * longer. Threads beyond the cores hardly spin: the core is wanted by the thread that is waited for.
 */
record Waiting(int spins, int yields) {
    private static final long SHORTEST_NAP_NS = 50_000;
    private static final int DOUBLINGS = 4;

    /** What suits {@code threads} on {@code cores}. */
    static Waiting forThreads(int threads, int cores) {
        return threads <= cores ? new Waiting(1000, 50) : new Waiting(10, 20);
    }

    /** Whether a thread parks after so many rounds without work. */
    boolean parks(int rounds) {
        return rounds > spins + yields;
    }

    /** Waits a moment on the core. */
    void stayAwake(int rounds) {
        if (rounds <= spins) {
            Thread.onSpinWait();
        } else {
            yieldCore();
        }
    }

    /**
     * Parks, but not beyond the next timer, which may be overdue.
     *
     * @param briefly whether something is awaited that rouses nobody
     */
    void nap(int rounds, long nextTimerNs, boolean briefly) {
        int doublings = briefly ? 0 : Math.min(DOUBLINGS, (rounds - spins - yields) >>> 3);
        long napNs = Math.min(SHORTEST_NAP_NS << doublings, nextTimerNs);
        if (napNs >= SHORTEST_NAP_NS) {
            LockSupport.parkNanos(this, napNs);
        } else {
            // A park takes no less: the timer would be late.
            yieldCore();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Only a hint: nothing depends on who runs next.
    private static void yieldCore() {
        Thread.yield();
    }
}
