// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits that has nothing to do, and how others rouse it: it spins where it has a core to itself, then
 * yields, then parks for longer and longer. Threads beyond the cores hardly spin: the core is wanted by the thread that
 * is waited for.
 */
final class Waiting {
    private static final long SHORTEST_NAP_NS = 50_000;
    private static final int DOUBLINGS = 4;
    private static final VarHandle DROWSY;

    static {
        try {
            DROWSY = MethodHandles.lookup().findVarHandle(Waiting.class, "drowsy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private final int spins;
    private final int yields;
    private int roundsWithoutWork;

    @SuppressWarnings("UnusedVariable") // Read and written through DROWSY.
    private boolean drowsy;

    private Waiting(Thread thread, int spins, int yields) {
        this.thread = thread;
        this.spins = spins;
        this.yields = yields;
    }

    /** What suits one of {@code threads} on {@code cores}. */
    static Waiting of(Thread thread, int threads, int cores) {
        return threads <= cores ? new Waiting(thread, 1000, 50) : new Waiting(thread, 10, 20);
    }

    /** Waiting begins anew. The thread. */
    void begin() {
        roundsWithoutWork = 0;
    }

    /** There was work. The thread. */
    void worked() {
        if (roundsWithoutWork > 0) {
            roundsWithoutWork = 0;
            DROWSY.setOpaque(this, false);
        }
    }

    /**
     * A round had no work: waits a moment on the core; false, at once, if it is time for a {@link #nap}. The thread.
     */
    boolean stayAwake() {
        int rounds = ++roundsWithoutWork;
        if (rounds > spins + yields + 1) {
            return false;
        }
        if (rounds <= spins) {
            Thread.onSpinWait();
        } else if (rounds <= spins + yields) {
            yieldCore();
        } else {
            // One more round follows before the first nap, so that nothing is slept over that was published before
            // others could see that this thread must be roused.
            DROWSY.setVolatile(this, true);
        }
        return true;
    }

    /**
     * Parks, but not beyond the next timer, which may be overdue. The thread.
     *
     * @param toTimerNs how long until the next timer is due
     * @param briefly whether something is awaited that rouses nobody
     */
    void nap(long toTimerNs, boolean briefly) {
        int doublings = briefly ? 0 : Math.min(DOUBLINGS, (roundsWithoutWork - spins - yields) >>> 3);
        long napNs = Math.min(SHORTEST_NAP_NS << doublings, toTimerNs);
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

    /** Something was published for the thread. Any other thread. */
    void rouse() {
        // What was published is seen by who looks once more after saying that it is drowsy, or that is seen here.
        VarHandle.fullFence();
        if ((boolean) DROWSY.getOpaque(this)) {
            LockSupport.unpark(thread);
        }
    }
}
