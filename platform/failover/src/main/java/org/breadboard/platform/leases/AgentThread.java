// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;
import org.breadboard.platform.member.EpochStore;

/**
 * Runs the agent of a machine from its start to its crash on a thread of its own, as FaRM has one for leases, so that
 * transactions do not keep them from being renewed (FaRM 5.1). It sleeps most of the time.
 */
final class AgentThread implements Surroundings, Runnable {
    private static final long JOIN_MS = 500;

    private final int machine;
    private final AgreedMembership shared;
    private final Mailbox mailbox = new Mailbox();
    private final Queue<LongConsumer> answers = new ConcurrentLinkedQueue<>();
    private final LongFunction<LeaseAgent> maker;
    private final Thread thread;
    private volatile boolean dead;
    /** Whether nothing comes to it or leaves it. */
    private volatile boolean cutOff;

    private volatile long leaseUntilNs;

    AgentThread(int machine, int restartedIn, long leaseNs, AgreedMembership shared) {
        this.machine = machine;
        this.shared = shared;
        maker = nowNs -> new LeaseAgent(machine, restartedIn, leaseNs, this, nowNs);
        thread = new Thread(this, "breadboard-lease-" + machine);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    // By others.

    void put(Letter letter, int from, int epoch, long number, long sinceNs) {
        if (!cutOff && !dead) {
            mailbox.put(letter, from, epoch, number, sinceNs);
            LockSupport.unpark(thread);
        }
    }

    /** Its NIC is gone. */
    void cutOff() {
        cutOff = true;
    }

    boolean isCutOff() {
        return cutOff;
    }

    /** Its machine crashes. */
    void kill() {
        dead = true;
        LockSupport.unpark(thread);
    }

    /** Waits for its thread after {@link #kill}. */
    void join() {
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until when the machine's lease lasts by {@link System#nanoTime}. */
    long leaseUntilNs() {
        return leaseUntilNs;
    }

    // Its own.

    @Override
    public void run() {
        try {
            LeaseAgent agent = maker.apply(System.nanoTime());
            while (!dead) {
                long nowNs = System.nanoTime();
                mailbox.drain((letter, from, epoch, number, sinceNs) ->
                        agent.receive(letter, from, epoch, number, sinceNs, nowNs));
                for (LongConsumer answer = answers.poll(); answer != null; answer = answers.poll()) {
                    answer.accept(nowNs);
                }
                long nextNs = agent.turn(nowNs);
                leaseUntilNs = agent.leaseUntilNs();
                LockSupport.parkNanos(this, Math.max(TimeUnit.MICROSECONDS.toNanos(10), nextNs - System.nanoTime()));
            }
        } catch (RuntimeException | Error thrown) {
            shared.failed(machine, thrown);
        }
    }

    @Override
    public Formed formed() {
        return shared.formed();
    }

    @Override
    public void send(int to, Letter letter, int epoch, long number, long sinceNs) {
        if (!cutOff) {
            shared.agent(to).put(letter, machine, epoch, number, sinceNs);
        }
    }

    @Override
    public void propose(int epoch, byte[] configuration, ObjLongConsumer<EpochStore.Decision> answer) {
        // The store is beyond the NIC, too.
        if (!cutOff) {
            shared.propose(epoch, configuration, decision -> {
                if (!cutOff) {
                    answers.add(nowNs -> answer.accept(decision, nowNs));
                    LockSupport.unpark(thread);
                }
            });
        }
    }

    @Override
    public void stop(int epoch) {
        if (!dead) {
            shared.stops(machine, epoch);
        }
    }

    @Override
    public void form(int epoch, Decided next) {
        if (!dead) {
            shared.forms(epoch, next);
        }
    }
}
