// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.breadboard.platform.runtime.Engine;

/**
 * Runs processes in windows: from the next event anywhere for as long as a message takes at least from a process to
 * another. In it each runs alone, since nothing that another one does can arrive; so it does not matter which runs
 * first, nor on which thread. With several lanes, each has a thread, and a barrier stands between windows. For who
 * observes them, all events of a window happen in the order of time.
 */
final class Windows implements Order {
    private static final int EVENTS_BETWEEN_STOPS = 4096;

    private final List<SimProcess> processes;
    private final Crew.Lane[] lanes;
    private final Crew crew;
    private final Balance balance;
    private final long windowNs;
    private final boolean inOrder;
    private final SimProcess.Outsiders outsiders;
    private final LongConsumer[] ends;
    private boolean inWindow;
    private boolean even;
    private long nowNs;
    private long askedAt;
    private Engine.Failure failure;

    /**
     * @param processes in an order that decides nothing but which of two failures of a window at one instant is told
     * @param windowNs the least time between two of them
     * @param inOrder whether events happen in the order of time; only with one lane
     * @param outsiders who strikes it
     * @param ends told when a window has ended
     */
    Windows(
            List<SimProcess> processes,
            int lanes,
            long windowNs,
            boolean inOrder,
            SimProcess.Outsiders outsiders,
            List<LongConsumer> ends) {
        this.processes = processes;
        this.outsiders = outsiders;
        this.windowNs = windowNs;
        this.inOrder = inOrder;
        this.ends = ends.toArray(LongConsumer[]::new);
        this.lanes = new Crew.Lane[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            List<SimProcess> own = new ArrayList<>();
            for (SimProcess process : processes) {
                if (process.lane() == lane) {
                    own.add(process);
                }
            }
            this.lanes[lane] = new Crew.Lane(own);
        }
        crew = lanes == 1 ? null : new Crew(this.lanes);
        balance = new Balance(processes);
        nowNs = processes.get(0).nowNs();
    }

    @Override
    public Engine.Progress run(long untilNs, BooleanSupplier stop, Runnable beat) {
        Engine.Progress progress = runOn(untilNs, stop, beat);
        processes.forEach(process -> process.beginAt(nowNs));
        return progress;
    }

    private Engine.Progress runOn(long untilNs, BooleanSupplier stop, Runnable beat) {
        while (failure == null) {
            long nextNs = Long.MAX_VALUE;
            for (Crew.Lane lane : lanes) {
                nextNs = Math.min(nextNs, lane.nextNs());
            }
            if (nextNs == Long.MAX_VALUE) {
                return Engine.Progress.IDLE;
            }
            if (nextNs > untilNs) {
                nowNs = untilNs;
                return Engine.Progress.REACHED;
            }
            window(Math.min(nextNs + windowNs - 1, untilNs));
            if (isToAsk()) {
                beat.run();
                if (failure == null && stop.getAsBoolean()) {
                    return Engine.Progress.STOPPED;
                }
            }
        }
        return Engine.Progress.FAILED;
    }

    private void window(long lastNs) {
        even = !even;
        inWindow = true;
        if (inOrder) {
            lanes[0].runInOrder(lastNs, even);
        } else if (crew == null) {
            balance.begin();
            lanes[0].run(lastNs, even);
            balance.end();
        } else {
            crew.run(lastNs, even);
        }
        inWindow = false;
        boolean failed = false;
        for (Crew.Lane lane : lanes) {
            nowNs = Math.max(nowNs, lane.latestNs());
            failed |= lane.hasFailed();
        }
        failure = failed ? firstFailed().failure() : null;
        for (LongConsumer end : ends) {
            end.accept(lastNs);
        }
    }

    private boolean isToAsk() {
        long events = 0;
        for (Crew.Lane lane : lanes) {
            events += lane.events();
        }
        boolean due = events - askedAt >= EVENTS_BETWEEN_STOPS || outsiders.wereHurried();
        askedAt = due ? events : askedAt;
        return due;
    }

    @Override
    public void beginAt(long ns) {
        processes.forEach(process -> process.beginAt(ns));
        nowNs = ns;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public Map<Integer, Double> gains() {
        return balance.gains();
    }

    @Override
    public boolean isInWindow() {
        return inWindow;
    }

    /** The first of what went wrong. */
    @Override
    public Engine.Failure failure() {
        return failure;
    }

    private SimProcess firstFailed() {
        SimProcess first = null;
        for (SimProcess process : processes) {
            if (process.failure() != null && (first == null || process.nowNs() < first.nowNs())) {
                first = process;
            }
        }
        return first;
    }

    @Override
    public Stuck stuckOn() {
        for (int lane = 0; lane < lanes.length; lane++) {
            SimProcess running = lanes[lane].running();
            if (running != null) {
                return new Stuck(running.inside(), crew == null ? null : crew.thread(lane));
            }
        }
        return new Stuck(null, null);
    }

    @Override
    public void close() {
        if (crew != null) {
            crew.close();
        }
    }

    /**
     * How evenly the events of windows fall on lanes: of one window in sixteen, since counting takes longer than a
     * window of few events. From that follows what threads could gain at most, if barriers cost nothing and all events
     * as much as each other. The thread that drives a run.
     */
    static final class Balance {
        private static final int EVERY = 16;
        private static final int[] LANES = {2, 4, 8, 16};

        private final SimProcess[] processes;
        private final long[] before;
        private final long[] loads = new long[LANES[LANES.length - 1]];
        /** Events of the busiest lane of each window, by place in {@link #LANES}. */
        private final long[] longest = new long[LANES.length];

        private int window;
        private long events;

        /** @param processes in the order of their places */
        Balance(List<SimProcess> processes) {
            this.processes = processes.toArray(SimProcess[]::new);
            before = new long[this.processes.length];
        }

        /** Told before each window. */
        void begin() {
            if (window++ % EVERY == 0) {
                for (int i = 0; i < processes.length; i++) {
                    before[i] = processes[i].events();
                }
            }
        }

        /** Told after each window. */
        void end() {
            if ((window - 1) % EVERY != 0) {
                return;
            }
            for (int i = 0; i < processes.length; i++) {
                before[i] = processes[i].events() - before[i];
                events += before[i];
            }
            for (int i = 0; i < LANES.length; i++) {
                longest[i] += longest(LANES[i]);
            }
        }

        private long longest(int lanes) {
            Arrays.fill(loads, 0);
            long most = 0;
            for (int i = 0; i < processes.length; i++) {
                int lane = Layout.lane(i, lanes);
                loads[lane] += before[i];
                most = Math.max(most, loads[lane]);
            }
            return most;
        }

        /** By how many threads, how many times as fast as one they would be; empty before the first window. */
        Map<Integer, Double> gains() {
            Map<Integer, Double> gains = new TreeMap<>();
            for (int i = 0; events > 0 && i < LANES.length; i++) {
                gains.put(LANES[i], events / (double) longest[i]);
            }
            return gains;
        }
    }
}
