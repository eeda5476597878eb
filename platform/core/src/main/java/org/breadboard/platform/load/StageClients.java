package org.breadboard.platform.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.recovery.Outcomes;

/**
 * The clients of one stage: a closed loop of contexts, or an open loop whose Poisson arrivals the contexts take in
 * order. Clients of a closed loop may think, and either loop may change in {@link Phases}. An attempt that aborted for
 * want of a lock or of a valid read is tried again after a randomised back-off, the same for all protocols; one that
 * its application gave up is not.
 */
public final class StageClients implements TransactionSource {
    /**
     * After so long a context that waits asks again, whether the run is to end: a live run's clock cannot be moved on
     * to the end of a long wait.
     */
    private static final long LONGEST_WAIT_NS = 100_000_000L;

    /** How long a context waits before it asks again whether admission goes on. */
    private static final long PAUSE_NS = 100_000;

    /** How long a context waits before it asks again whether a recovery has come so far that it may go on. */
    private static final long RECOVERY_NS = 2_000;

    private enum State {
        IDLE,
        WAITING,
        RUNNING,
        /** Its attempt was under way when a configuration ended: recovery will tell what became of it. */
        INTERRUPTED,
        /** After a transaction of unknown outcome, until it begins another, if ever. */
        SILENT,
        FINISHED
    }

    private final Workload.Generator generator;
    private final RandomStream random;
    private final double meanGapNs;
    private final double thinkNs;
    private final Phases phases;
    private final double stagger;
    private final Backoff backoff;
    private final Window window;
    private final Measured measured;
    private final HistoryRecorder history;
    private final AccessRecorder recorder;
    private final LongSupplier clock;
    private final int firstClient;
    private final int firstType;

    private final Transaction[] transactions;
    private final State[] states;
    private final int[] tries;
    private final long[] intendedNs;
    private final long[] readyNs;
    private final boolean[] retry;
    /** Whether the last attempt's record is still open, since an earlier one may turn out to be what committed. */
    private final boolean[] undecided;

    private double nextArrivalNs;
    private long attempts;
    private int finished;
    private int silent;
    private volatile int running;
    private volatile boolean stopping;
    /** Null where a transaction that was aborted is given up when admission has ended. */
    private LateTries lateTries;

    private int unknown;
    private volatile boolean paused;
    /** In which epoch an attempt was interrupted. */
    private final long[] interruptedIn;

    /** What recoveries find out; null in a run in which nothing crashes. */
    private Outcomes outcomes;

    /**
     * Clients that have not begun.
     *
     * @param ratePerSecond of this stage's open loop, or 0 for a closed loop
     * @param thinkNs mean of the time from an outcome to the next transaction of a closed loop
     * @param phases how arrivals change while they are measured, or the contexts of a closed loop that take part
     * @param stagger where the stage stands among all that have clients, between 0 and 1: as the load changes, their
     *     contexts come in one after the other
     * @param backoff between attempts at a transaction
     * @param spreadNs over which the contexts of a closed loop begin, evenly, so that they are not in step; 0 if all
     *     begin at once
     * @param measured gets what completes; others may share it
     * @param history where attempts are recorded; its client ids begin at {@code firstClient}
     * @param items what the history has versions of
     * @param clock a clock that is never behind what has happened, for completions
     * @param firstTable what the history adds to the number of a transaction's table
     * @param firstType what results and history add to a transaction's type
     */
    public StageClients(
            int contexts,
            Workload.Generator generator,
            RandomStream random,
            double ratePerSecond,
            double thinkNs,
            Phases phases,
            double stagger,
            Backoff backoff,
            long spreadNs,
            Window window,
            Measured measured,
            HistoryRecorder history,
            Items items,
            LongSupplier clock,
            int firstClient,
            int firstTable,
            int firstType) {
        this.generator = generator;
        this.random = random;
        this.meanGapNs = ratePerSecond > 0 ? 1e9 / ratePerSecond : 0;
        this.thinkNs = thinkNs;
        this.phases = phases;
        this.stagger = stagger;
        this.backoff = backoff;
        this.window = window;
        this.measured = measured;
        this.history = history;
        recorder = new AccessRecorder(history, items, firstTable);
        this.clock = clock;
        this.firstClient = firstClient;
        this.firstType = firstType;
        transactions = new Transaction[contexts];
        states = new State[contexts];
        for (int i = 0; i < contexts; i++) {
            transactions[i] = new Transaction();
            states[i] = State.IDLE;
        }
        tries = new int[contexts];
        intendedNs = new long[contexts];
        readyNs = new long[contexts];
        retry = new boolean[contexts];
        undecided = new boolean[contexts];
        interruptedIn = new long[contexts];
        running = contexts;
        if (meanGapNs == 0 && spreadNs > 0) {
            spread(spreadNs);
        }
    }

    private void spread(long spreadNs) {
        double phase = random.nextDouble();
        for (int i = 0; i < states.length; i++) {
            intendedNs[i] = (long) (spreadNs * (i + phase) / states.length);
            readyNs[i] = intendedNs[i];
            states[i] = State.WAITING;
        }
    }

    @Override
    public int contexts() {
        return transactions.length;
    }

    @Override
    public Transaction transaction(int context) {
        return transactions[context];
    }

    @Override
    public double next(Step step, int context) {
        long nowNs = step.nowNs();
        if (states[context] == State.FINISHED) {
            return STOP;
        }
        if (outcomes != null && !outcomes.isServing() || states[context] == State.INTERRUPTED && !learns(context)) {
            return RECOVERY_NS;
        }
        if (states[context] == State.SILENT) {
            states[context] = State.IDLE;
            silent--;
            countRunning();
        }
        boolean late = stopping || nowNs >= window.toNs();
        if (late && !undecided[context] && !goesOn(context)) {
            finish(context);
            return STOP;
        }
        if (paused && !undecided[context]) {
            return PAUSE_NS;
        }
        if (states[context] == State.IDLE) {
            draw(context, nowNs);
        }
        if (readyNs[context] > nowNs) {
            return Math.min(readyNs[context] - nowNs, LONGEST_WAIT_NS);
        }
        if (late && lateTries != null && !lateTries.mayTry(context)) {
            return LateTries.TURN_NS;
        }
        Transaction transaction = transactions[context];
        if (retry[context]) {
            transaction.reset();
        } else {
            generator.next(random, transaction.input());
        }
        states[context] = State.RUNNING;
        attempts++;
        if (late && lateTries != null) {
            lateTries.began(context);
        }
        if (!undecided[context]) {
            history.invoked(firstClient + context, nowNs);
        }
        undecided[context] = false;
        return NOW;
    }

    /** A context waits for its next transaction from now on, and takes it up in a step to come. */
    void isFree(Step step, int context) {
        if (states[context] == State.IDLE) {
            draw(context, step.nowNs());
        }
    }

    /** Whether the transaction of a context is tried again, although no other begins any more. */
    private boolean goesOn(int context) {
        return lateTries != null && states[context] == State.WAITING && retry[context] && lateTries.goesOn(context);
    }

    /** Learns what became of an attempt that was interrupted; false if that is not known yet. */
    private boolean learns(int context) {
        switch (outcomes.of(interruptedIn[context], transactions[context])) {
            case COMMITTED -> committed(null, context);
            case ABORTED -> aborted(null, context, AbortReason.CRASH);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void draw(int context, long nowNs) {
        retry[context] = false;
        tries[context] = 0;
        if (meanGapNs > 0) {
            double gapNs = -meanGapNs * Math.log1p(-random.nextDouble());
            nextArrivalNs =
                    phases == Phases.STEADY ? nextArrivalNs + gapNs : phases.after(nextArrivalNs, gapNs, window);
            intendedNs[context] = (long) nextArrivalNs;
        } else {
            intendedNs[context] = thought(context, nowNs);
        }
        readyNs[context] = intendedNs[context];
        states[context] = State.WAITING;
    }

    /** When a client that begins to think now, or waits for its phase, is ready. */
    private long thought(int context, long nowNs) {
        double readyAt = nowNs;
        if (thinkNs > 0) {
            readyAt -= thinkNs * Math.log1p(-random.nextDouble());
        }
        if (phases != Phases.STEADY) {
            readyAt = phases.above(Phases.share(context, stagger, states.length), readyAt, window);
        }
        return (long) Math.ceil(Math.min(readyAt, (double) window.toNs()));
    }

    @Override
    public void committed(Step step, int context) {
        long nowNs = clock.getAsLong();
        record(context, Outcome.COMMITTED, nowNs);
        measured.committed(firstType + transactions[context].type(), intendedNs[context], nowNs);
        states[context] = State.IDLE;
        over(context);
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        long nowNs = failed(context, reason);
        if (reason == AbortReason.APPLICATION) {
            states[context] = State.IDLE;
            over(context);
            return;
        }
        readyNs[context] = nowNs + delayNs(context);
    }

    private long delayNs(int context) {
        double delayNs = backoff.delayNs(random, tries[context]);
        return (long) (lateTries == null ? delayNs : delayNs * lateTries.factor(context));
    }

    @Override
    public void corrected(Step step, int context, AbortReason reason) {
        undecided[context] = reason == AbortReason.EARLY;
        long nowNs = failed(context, reason);
        boolean late = lateTries != null && lateTries.hasBegun(context);
        readyNs[context] = late ? nowNs + delayNs(context) : nowNs;
    }

    private long failed(int context, AbortReason reason) {
        long nowNs = clock.getAsLong();
        if (!undecided[context]) {
            record(context, Outcome.ABORTED, nowNs);
        }
        measured.aborted(firstType + transactions[context].type(), reason, nowNs);
        tries[context]++;
        retry[context] = true;
        if (lateTries != null) {
            lateTries.aborted(context, reason == AbortReason.EXHAUSTED);
        }
        states[context] = State.WAITING;
        return nowNs;
    }

    @Override
    public void unknown(Step step, int context) {
        record(context, Outcome.UNKNOWN, 0);
        states[context] = State.SILENT;
        over(context);
        silent++;
        unknown++;
        countRunning();
    }

    /**
     * The configuration of an epoch ended under them: attempts that are under way are interrupted, and recovery tells
     * what became of them. While the stage stands still.
     */
    public void interrupt(long epoch, Outcomes recovered) {
        outcomes = recovered;
        for (int context = 0; context < states.length; context++) {
            if (states[context] == State.RUNNING || undecided[context]) {
                states[context] = State.INTERRUPTED;
                over(context);
                interruptedIn[context] = epoch;
                undecided[context] = false;
            }
        }
    }

    /**
     * The first epoch in which an attempt was interrupted of which nobody knows yet what became of it; the greatest
     * number if there is none. While the stage stands still.
     */
    public long interruptedSince() {
        long since = Long.MAX_VALUE;
        for (int context = 0; context < states.length; context++) {
            if (states[context] == State.INTERRUPTED) {
                since = Math.min(since, interruptedIn[context]);
            }
        }
        return since;
    }

    /**
     * From now on a transaction that met a conflict is tried again until it commits, also when admission has ended, up
     * to {@link LateTries#MOST} times. Before they begin.
     *
     * @param turn which all of a cluster share ({@link LateTries#turns})
     */
    public void goOnUntilDone(AtomicLong turn) {
        lateTries = new LateTries(states.length, firstClient, turn);
    }

    /** How many transactions had so many tries, and committed in none of them. While the stage stands still. */
    public int hopeless() {
        return lateTries == null ? 0 : lateTries.hopeless();
    }

    /** Of how many transactions the outcome was reported as unknown. While the stage stands still. */
    public int unknown() {
        return unknown;
    }

    /** Ends the admission before the window does. Any thread. */
    public void stop() {
        stopping = true;
    }

    /** Begins no attempt until {@link #resume}; those that are under way go on. Any thread. */
    public void pause() {
        paused = true;
    }

    /** Admits attempts again. Any thread. */
    public void resume() {
        paused = false;
    }

    /** Whether no attempt is under way, nor may turn out to have committed. While the stage stands still. */
    public boolean isQuiet() {
        for (int context = 0; context < states.length; context++) {
            if (isUnderWay(context)) {
                return false;
            }
        }
        return true;
    }

    /**
     * From now on the transactions are of a protocol that counts versions from 0 again, although records were written
     * before: its version v is version {@code number} + v in the history. While the stage stands still.
     */
    public void versionsAbove(long number) {
        recorder.versionsAbove(number);
    }

    /** The greatest version that was recorded so far. While the stage stands still. */
    public long greatestVersion() {
        return recorder.greatestVersion();
    }

    /** How many contexts have not ended, nor been silent since a transaction of unknown outcome. Any thread. */
    public int running() {
        return running;
    }

    /** The number of the first one, as histories count them. */
    public int firstClient() {
        return firstClient;
    }

    /** Hands over what was recorded so far. The thread that controls the run, while the stage stands still. */
    public void flush(long nowNs) {
        history.flush(nowNs);
    }

    /**
     * Ends the history once the stage is quiet: what is still under way is of unknown outcome.
     *
     * @param gather lets the history's sink take more; called until it has everything, also if a record is half written
     * @return how many attempts were
     * @throws IllegalStateException if a record is half written
     */
    public int close(Runnable gather) {
        int open = 0;
        try {
            for (int context = 0; context < states.length; context++) {
                if (isUnderWay(context)) {
                    record(context, Outcome.UNKNOWN, 0);
                    states[context] = State.FINISHED;
                    open++;
                }
            }
            history.close();
        } finally {
            while (!history.offerWaiting()) {
                gather.run();
            }
        }
        return open;
    }

    private boolean isUnderWay(int context) {
        return states[context] == State.RUNNING || states[context] == State.INTERRUPTED || undecided[context];
    }

    private void over(int context) {
        if (lateTries != null) {
            lateTries.over(context);
        }
    }

    private void finish(int context) {
        states[context] = State.FINISHED;
        over(context);
        finished++;
        countRunning();
    }

    private void countRunning() {
        running = states.length - finished - silent;
    }

    private void record(int context, Outcome outcome, long nowNs) {
        Transaction t = transactions[context];
        history.begin(firstClient + context, firstType + t.type(), attempts * 65_536 + firstClient + context);
        recorder.record(t, outcome);
        history.end(outcome, nowNs, t.account());
    }
}
