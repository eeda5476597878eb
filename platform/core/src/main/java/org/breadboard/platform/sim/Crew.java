// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of lanes: whoever drives the run runs the first one, and a thread of its own each of the others. Between
 * windows all wait for each other; who waits spins for a moment, since windows are short, and then parks, since others
 * may need the core. Where that takes longer than one thread for all lanes, one thread runs them ({@link Company}).
 */
final class Crew implements AutoCloseable {
    /** Some 10 us. */
    private static final int SPINS = 500;

    private final Lane[] lanes;
    private final Hand[] hands;
    private final Company company = new Company();
    private volatile long window;
    private volatile boolean closed;
    private volatile Thread waiting;
    private long windows;
    private long lastNs;
    private boolean even;

    Crew(Lane[] lanes) {
        this.lanes = lanes;
        hands = new Hand[lanes.length - 1];
        for (int i = 0; i < hands.length; i++) {
            hands[i] = new Hand(lanes[i + 1], "sim-" + (i + 1));
            hands[i].setDaemon(true);
            hands[i].start();
        }
    }

    /** Runs all lanes through an instant, and returns when all have. */
    void run(long throughNs, boolean inEven) {
        if (company.isAlone()) {
            for (Lane lane : lanes) {
                lane.run(throughNs, inEven);
            }
        } else {
            together(throughNs, inEven);
        }
        company.window(System::nanoTime, events());
    }

    private void together(long throughNs, boolean inEven) {
        lastNs = throughNs;
        even = inEven;
        window = ++windows;
        for (Hand hand : hands) {
            if (hand.parked) {
                LockSupport.unpark(hand);
            }
        }
        lanes[0].run(throughNs, inEven);
        for (Hand hand : hands) {
            await(hand);
        }
    }

    private long events() {
        long events = 0;
        for (Lane lane : lanes) {
            events += lane.events();
        }
        return events;
    }

    private void await(Hand hand) {
        for (int spins = 0; hand.done != window; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                waiting = Thread.currentThread();
                if (hand.done != window) {
                    LockSupport.park(this);
                }
                waiting = null;
            }
        }
        if (hand.broken != null) {
            throw new IllegalStateException("a thread of virtual time broke off", hand.broken);
        }
    }

    /** The thread that runs a lane; null for who drives the run. */
    Thread thread(int lane) {
        return lane == 0 || company.isAlone() ? null : hands[lane - 1];
    }

    @Override
    public void close() {
        closed = true;
        for (Hand hand : hands) {
            LockSupport.unpark(hand);
        }
    }

    private final class Hand extends Thread {
        private final Lane lane;
        private volatile boolean parked;
        private volatile long done;
        private Throwable broken;

        Hand(Lane lane, String name) {
            super(name);
            this.lane = lane;
        }

        @Override
        public void run() {
            for (long turn = 1; awaitsWindow(); turn++) {
                try {
                    lane.run(lastNs, even);
                } catch (RuntimeException | Error thrown) {
                    broken = thrown;
                }
                done = turn;
                Thread driver = waiting;
                if (driver != null) {
                    LockSupport.unpark(driver);
                }
            }
        }

        private boolean awaitsWindow() {
            for (int spins = 0; window == done; spins++) {
                if (closed) {
                    return false;
                }
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    parked = true;
                    if (window == done && !closed) {
                        LockSupport.park(Crew.this);
                    }
                    parked = false;
                }
            }
            return true;
        }
    }

    /** The processes that one thread runs, one after another in each window. Its figures are read behind a barrier. */
    static final class Lane {
        private final SimProcess[] processes;
        private volatile SimProcess running;
        private long nextNs;
        private long latestNs;
        private long events;
        private boolean failed;

        Lane(List<SimProcess> processes) {
            this.processes = processes.toArray(SimProcess[]::new);
            look();
        }

        /** Runs each through an instant. */
        void run(long lastNs, boolean even) {
            for (SimProcess process : processes) {
                running = process;
                process.runThrough(lastNs, even);
            }
            running = null;
            look();
        }

        /** Runs all through an instant, whose events happen in the order of time, and then of processes. */
        void runInOrder(long lastNs, boolean even) {
            boolean goesOn = true;
            while (goesOn) {
                SimProcess first = null;
                long secondNs = Long.MAX_VALUE;
                for (SimProcess process : processes) {
                    if (first == null || process.nextNs() < first.nextNs()) {
                        secondNs = first == null ? secondNs : first.nextNs();
                        first = process;
                    } else {
                        secondNs = Math.min(secondNs, process.nextNs());
                    }
                }
                goesOn = first.nextNs() <= lastNs;
                if (goesOn) {
                    running = first;
                    long throughNs = Math.max(first.nextNs(), Math.min(lastNs, secondNs - 1));
                    first.runThrough(throughNs, even);
                    goesOn = first.failure() == null;
                }
            }
            // When one has failed, the others get as far as they would alone.
            for (SimProcess process : processes) {
                if (process.failure() == null) {
                    process.runThrough(lastNs, even);
                }
            }
            running = null;
            look();
        }

        private void look() {
            long next = Long.MAX_VALUE;
            long latest = Long.MIN_VALUE;
            long sum = 0;
            boolean any = false;
            for (SimProcess process : processes) {
                next = Math.min(next, Math.min(process.nextNs(), process.crossesFirstNs()));
                latest = Math.max(latest, process.nowNs());
                sum += process.events();
                any |= process.failure() != null;
            }
            nextNs = next;
            latestNs = latest;
            events = sum;
            failed = any;
        }

        /** When the next event is, here or of what was sent from here. */
        long nextNs() {
            return nextNs;
        }

        /** The instant of the last event. */
        long latestNs() {
            return latestNs;
        }

        /** How many events there were. */
        long events() {
            return events;
        }

        boolean hasFailed() {
            return failed;
        }

        /** The process that runs, or null. Any thread. */
        SimProcess running() {
            return running;
        }
    }

    /**
     * Whether windows are run on all threads or by one. Which is faster depends on the cluster and on what else the
     * machine does, so both are tried, now and then. What is computed does not depend on it. The thread that drives a
     * run.
     */
    static final class Company {
        /** Windows of a trial: some 10 ms of a default run. */
        static final int TRIAL = 64;

        /** Trials that the better of two is kept for. */
        static final int KEPT = 100;

        private int windows;
        private int trials;
        private long beganNs;
        private long beganEvents;
        private double aloneCost;
        /** Who looks for a thread that hangs reads it, too. */
        private volatile boolean alone;

        /** Whether one thread runs the next window. */
        boolean isAlone() {
            return alone;
        }

        /**
         * Counts a window.
         *
         * @param nowNs of the wall clock; asked only where a trial ends
         * @param events how many there have been
         */
        void window(Clock nowNs, long events) {
            if (++windows < TRIAL) {
                return;
            }
            windows = 0;
            long endNs = nowNs.ns();
            double cost = (endNs - beganNs) / (double) Math.max(1, events - beganEvents);
            beganNs = endNs;
            beganEvents = events;
            trials++;
            if (trials == 1) {
                alone = true; // what came before was the beginning
            } else if (trials == 2) {
                aloneCost = cost;
                alone = false;
            } else if (trials == 3) {
                alone = aloneCost < cost;
            } else if (trials > 3 + KEPT) {
                trials = 1;
                alone = true;
            }
        }

        /** A clock. */
        interface Clock {
            /** Nanoseconds since some moment. */
            long ns();
        }
    }
}
