// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.recovery.Outcomes;

/**
 * The clients of one stage, a {@link Client} for each context: they take what {@link Arrivals} there are in order, and
 * put down what became of them in {@link AttemptRecords}. An attempt that aborted for want of a lock or of a valid read
 * is tried again after a randomised back-off, the same for all protocols; one that its application gave up is not.
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

    private final Client[] clients;
    private final Workload.Generator generator;
    private final RandomStream random;
    private final Arrivals arrivals;
    private final Backoff backoff;
    private final AttemptRecords records;

    private int finished;
    private int silent;
    private int unknown;
    private volatile int running;
    private volatile boolean stopping;
    private volatile boolean paused;
    /** Null where a transaction that was aborted is given up when admission has ended. */
    private LateTries lateTries;

    /** What recoveries find out; null in a run in which nothing crashes. */
    private Outcomes outcomes;

    /**
     * Clients that have not begun.
     *
     * @param random what they, their generator and their arrivals draw from
     * @param backoff between attempts at a transaction
     */
    public StageClients(
            int contexts,
            Workload.Generator generator,
            RandomStream random,
            Arrivals arrivals,
            Backoff backoff,
            AttemptRecords records) {
        this.generator = generator;
        this.random = random;
        this.arrivals = arrivals;
        this.backoff = backoff;
        this.records = records;
        clients = new Client[contexts];
        for (int context = 0; context < contexts; context++) {
            clients[context] = new Client(context, records.firstClient() + context);
        }
        running = contexts;
        arrivals.spread(clients, random);
    }

    @Override
    public int contexts() {
        return clients.length;
    }

    @Override
    public Transaction transaction(int context) {
        return clients[context].transaction;
    }

    // Attempts.

    @Override
    public double next(Step step, int context) {
        Client client = clients[context];
        long nowNs = step.nowNs();
        if (client.state == Client.State.FINISHED) {
            return STOP;
        }
        if (outcomes != null && !outcomes.isServing()
                || client.state == Client.State.INTERRUPTED && !learns(client, nowNs)) {
            return RECOVERY_NS;
        }
        if (client.state == Client.State.SILENT) {
            client.state = Client.State.IDLE;
            silent--;
            countRunning();
        }
        if (client.astray) {
            over(client, Client.State.IDLE, nowNs);
        }
        boolean late = stopping || arrivals.areOver(nowNs);
        if (late && !client.undecided && !goesOn(client, nowNs)) {
            finish(client, nowNs);
            return STOP;
        }
        return paused && !client.undecided ? PAUSE_NS : take(client, nowNs, late ? lateTries : null);
    }

    /**
     * Begins a client's next attempt, if it is time for one; {@code turns} is null while nobody has to wait for his.
     */
    private double take(Client client, long nowNs, LateTries turns) {
        if (client.state == Client.State.IDLE) {
            draw(client, nowNs);
        }
        if (client.readyNs > nowNs) {
            return Math.min(client.readyNs - nowNs, LONGEST_WAIT_NS);
        }
        if (turns != null && !turns.mayTry(client, nowNs)) {
            return LateTries.TURN_NS;
        }
        if (client.retry) {
            client.transaction.reset();
        } else {
            generator.next(random, client.transaction.input());
        }
        client.state = Client.State.RUNNING;
        if (turns != null) {
            turns.began(client);
        }
        records.began(client, nowNs);
        return NOW;
    }

    private void draw(Client client, long nowNs) {
        client.waits(arrivals.nextNs(random, client.context, clients.length, nowNs));
    }

    /** A context waits for its next transaction from now on, and takes it up in a step to come. */
    void isFree(Step step, int context) {
        if (clients[context].state == Client.State.IDLE) {
            draw(clients[context], step.nowNs());
        }
    }

    /** Whether the transaction of a client is tried again, although no other begins any more. */
    private boolean goesOn(Client client, long nowNs) {
        return lateTries != null
                && client.state == Client.State.WAITING
                && client.retry
                && lateTries.goesOn(client, nowNs);
    }

    // Outcomes.

    @Override
    public void committed(Step step, int context) {
        committed(clients[context], step.nowNs());
    }

    private void committed(Client client, long nowNs) {
        records.committed(client);
        over(client, Client.State.IDLE, nowNs);
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        aborted(clients[context], reason);
    }

    private void aborted(Client client, AbortReason reason) {
        long nowNs = failed(client, reason);
        if (reason == AbortReason.APPLICATION || client.astray) {
            over(client, Client.State.IDLE, nowNs);
            return;
        }
        client.readyNs = nowNs + delayNs(client);
    }

    @Override
    public void corrected(Step step, int context, AbortReason reason) {
        Client client = clients[context];
        client.undecided = reason == AbortReason.EARLY;
        long nowNs = failed(client, reason);
        client.readyNs = lateTries != null && client.lateTries > 0 ? nowNs + delayNs(client) : nowNs;
    }

    private long failed(Client client, AbortReason reason) {
        long nowNs = records.aborted(client, reason);
        client.exhausted = reason == AbortReason.EXHAUSTED;
        client.waitsAgain();
        return nowNs;
    }

    private long delayNs(Client client) {
        double delayNs = backoff.delayNs(random, client.tries);
        return (long) (lateTries == null ? delayNs : delayNs * LateTries.factor(client));
    }

    @Override
    public void unknown(Step step, int context) {
        records.unknown(clients[context]);
        over(clients[context], Client.State.SILENT, step.nowNs());
        silent++;
        unknown++;
        countRunning();
    }

    private void finish(Client client, long nowNs) {
        over(client, Client.State.FINISHED, nowNs);
        finished++;
        countRunning();
    }

    private void over(Client client, Client.State next, long nowNs) {
        client.state = next;
        client.astray = false;
        if (lateTries != null) {
            lateTries.over(client, nowNs);
        }
    }

    private void countRunning() {
        running = clients.length - finished - silent;
    }

    // Crashes.

    /**
     * Records live elsewhere from now on: a transaction that no longer fits is given up instead of being tried again.
     * While the stage stands still.
     */
    public void moved(Placement now) {
        generator.moved(now);
        for (Client client : clients) {
            client.astray = client.isTriedAgain() && !generator.fits(client.transaction.input());
        }
    }

    /** Learns what became of an attempt that was interrupted; false if that is not known yet. */
    private boolean learns(Client client, long nowNs) {
        switch (outcomes.of(client.interruptedIn, client.transaction)) {
            case COMMITTED -> committed(client, nowNs);
            case ABORTED -> aborted(client, AbortReason.CRASH);
            default -> {
                return false;
            }
        }
        return true;
    }

    /**
     * The configuration of an epoch ended under them: attempts that are under way are interrupted, and recovery tells
     * what became of them. While the stage stands still, at this instant.
     */
    public void interrupt(long epoch, Outcomes recovered, long nowNs) {
        outcomes = recovered;
        for (Client client : clients) {
            if (client.state == Client.State.RUNNING || client.undecided) {
                over(client, Client.State.INTERRUPTED, nowNs);
                client.interruptedIn = epoch;
                client.undecided = false;
            }
        }
    }

    /**
     * The first epoch in which an attempt was interrupted of which nobody knows yet what became of it; the greatest
     * number if there is none. While the stage stands still.
     */
    public long interruptedSince() {
        long since = Long.MAX_VALUE;
        for (Client client : clients) {
            if (client.state == Client.State.INTERRUPTED) {
                since = Math.min(since, client.interruptedIn);
            }
        }
        return since;
    }

    // The end.

    /**
     * From now on a transaction that met a conflict is tried again until it commits, also when admission has ended, up
     * to {@link LateTries#MOST} times. Before they begin.
     *
     * @param turns which all of a cluster share
     */
    public void goOnUntilDone(Turns turns) {
        lateTries = new LateTries(turns);
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
        for (Client client : clients) {
            if (client.isUnderWay()) {
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
        records.accesses().versionsAbove(number);
    }

    /** The greatest version that was recorded so far. While the stage stands still. */
    public long greatestVersion() {
        return records.accesses().greatestVersion();
    }

    /** How many contexts have not ended, nor been silent since a transaction of unknown outcome. Any thread. */
    public int running() {
        return running;
    }

    /** The number of the first one, as histories count them. */
    public int firstClient() {
        return records.firstClient();
    }

    /** Hands over what was recorded so far. The thread that controls the run, while the stage stands still. */
    public void flush(long nowNs) {
        records.flush(nowNs);
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
            for (Client client : clients) {
                if (client.isUnderWay()) {
                    records.unknown(client);
                    client.state = Client.State.FINISHED;
                    open++;
                }
            }
            records.close();
        } finally {
            records.handOver(gather);
        }
        return open;
    }
}
