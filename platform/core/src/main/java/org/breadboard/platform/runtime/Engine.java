// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.nemesis.Nemesis;

/**
 * A runtime: it makes stages and resources while a cluster is built, and then drives them. {@code sim} does so in
 * virtual time on the caller's thread, {@code live} on threads of its own. All methods are for the one thread that
 * controls the run.
 */
public interface Engine extends AutoCloseable {
    /** In virtual time no more threads run a cluster: machines whose numbers differ by that never run at once. */
    int MOST_THREADS = 16;

    /** In virtual time machines that run apart are apart by less than that, in ns. */
    long MOST_APART_NS = 20_000;

    /** Makes a stage. Before {@link #start}, or while a crashed node is built again. */
    Stage stage(int node, int generation, StageSpec spec, StageProgram program);

    /** Makes a resource. Before {@link #start}, or while a crashed node is built again. */
    Resource resource(int node, String name, Resource.Cost cost, double delayNs);

    /** Makes a time that passes live, too; see {@code NodeScope.timer}. Node -1 is of no thread in particular. */
    Resource timer(int node, String name, double delayNs);

    /**
     * Joins a machine to the others: what it sends passes {@code up}, which goes on at its receiver, the message's
     * target, and then {@code down} of that; or, where switches do more than forward, both pass through them. A machine
     * may be joined by several networks; nothing else gets from a machine to another. Before {@link #start}.
     *
     * @param through the first node of such switches, which are one place together, with all that is of no machine; -1
     *     if there are none
     */
    default void join(int node, Resource up, Resource down, int through) {}

    /** Why machines do not run apart; empty if they do, on real threads, and before {@link #start}. */
    default Optional<OneByOne> whyOneByOne() {
        return Optional.empty();
    }

    /**
     * Whether machines run apart from each other now: each alone, until an instant before which nothing that another
     * one does can reach it. Then what they share waits for {@link #atWindowEnd}. By the threads that run machines.
     */
    default boolean isInWindow() {
        return false;
    }

    /**
     * Has somebody told whenever a window has ended, while everything stands still, of the last instant that has
     * happened everywhere; in the order of these calls. Never where machines do not run apart. Before {@link #start}.
     */
    default void atWindowEnd(LongConsumer listener) {}

    /**
     * Runs calls that block, on real threads. In virtual time a cluster is only built with it, to see whether it is
     * refused; who calls fails.
     */
    default BlockingCalls blockingCalls() {
        return NoBlockingCalls.INSTANCE;
    }

    /** Has stages struck by somebody who {@linkplain Nemesis#strikesStages strikes stages}. Before {@link #start}. */
    void strike(Nemesis nemesis);

    /**
     * Has the stages of a node do nothing while its lease is over. Before {@link #start}; in virtual time whoever
     * controls the run knows when that is.
     *
     * @param untilNs by node until when its lease lasts, by {@link System#nanoTime}; asked by any thread
     */
    default void lease(IntToLongFunction untilNs) {}

    /**
     * What hops on a machine can do, for who puts messages on their way from outside. In virtual time, while it stands
     * still; nothing is built any more.
     */
    default Transit at(int node) {
        throw new UnsupportedOperationException("on real threads nobody is outside");
    }

    /** The instant that the run has reached, in ns; never behind what has happened. Any thread. */
    long nowNs();

    /**
     * The instant that a machine has reached, in ns, for what happens on it: machines that run in {@link #isInWindow
     * windows} are apart by less than one. By whichever thread runs the machine.
     */
    default long nowNs(int node) {
        return nowNs();
    }

    /** Sets the clock to an instant. Before {@link #start}. */
    void beginAt(long ns);

    /**
     * Whether somebody waits at a {@link #timer}, as a transport does for an acknowledgement: then something may be on
     * its way that was lost. Between two calls of {@link #runUntil}.
     */
    boolean isWaiting();

    /** Begins: all tasks are runnable. */
    void start();

    /** Why {@link #runUntil} returned. */
    enum Progress {
        /** The instant is reached. */
        REACHED,
        /** Nothing is left to happen: no message on its way, no runnable task, no timer. Live never says so. */
        IDLE,
        /** {@code stop} said so. */
        STOPPED,
        /** A plug-in threw: see {@link #failure()}. */
        FAILED
    }

    /**
     * Runs on until an instant.
     *
     * @param stop asked now and then (every few ms of wall-clock time, or a few thousand events)
     */
    Progress runUntil(long untilNs, BooleanSupplier stop);

    /** Stops all stages of a node for good, as if each {@linkplain #crash(Stage) crashed}. */
    void crash(int node);

    /** Stops a stage for good: what it had not sent, and what was on its way to it, is gone. */
    void crash(Stage stage);

    /** Stops a resource for good: what comes to it from now on is gone. */
    void crash(Resource resource);

    /**
     * All stages have crashed, and what crashed resources were still at is gone, too: only what other resources carry
     * goes on, and nobody strikes it at an instant any more. In virtual time, while it stands still.
     */
    default void forgetStopped() {}

    /**
     * How busy each stage and resource has been so far, in the order of their making: what is made later comes last,
     * and nothing leaves. Live knows stages' messages only.
     */
    List<Usage> usage();

    /** How many events have happened in virtual time; 0 on real threads. While it stands still. */
    default long events() {
        return 0;
    }

    /**
     * By how many threads (2, 4, 8, 16), how many times as fast as one they could be at most, as windows' events fall
     * on them: barriers would have to cost nothing. Empty where that was not counted: on several threads, and where no
     * windows are. While it stands still.
     */
    default Map<Integer, Double> gains() {
        return Map.of();
    }

    /** What went wrong, or null. */
    Failure failure();

    /** Whether all that is planned to happen to its machines has happened. While it stands still. */
    default boolean isSettled() {
        return true;
    }

    /**
     * Whether nothing is on its way nor waits for a stage, and each stage has had a turn since the engine last went on:
     * threads that the system gives no time have not. In virtual time time itself tells. While it stands still.
     */
    default boolean isQuiet() {
        return true;
    }

    /** Ends the run and its threads. */
    @Override
    void close();

    /**
     * How much a stage or resource has done since the run began.
     *
     * @param stage whether it is a stage
     * @param busyNs how long it was busy, with all that it has begun or that waits for it
     * @param aheadNs how much of that has still to pass
     * @param served how many steps (stage) or messages (resource) it served
     * @param received for a stage, how many messages and completions were taken from its ring; otherwise 0
     */
    record Usage(int node, String name, boolean stage, double busyNs, double aheadNs, long served, long received) {}

    /** A plug-in's code threw on a stage, or in a hop. */
    record Failure(int node, String where, Throwable cause) {}
}
