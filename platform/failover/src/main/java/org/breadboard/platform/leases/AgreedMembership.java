// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.Membership;
import org.breadboard.platform.member.Shortage;

/**
 * A membership that machines agree on by themselves, each with a {@link LeaseAgent} that lives and crashes with it. For
 * real threads.
 */
public final class AgreedMembership implements Membership {
    private final long leaseNs;
    private final EpochStore store;
    private final ToLongFunction<Configuration.Copy> copyNs;
    private final AtomicReferenceArray<AgentThread> agents;
    private final Queue<News> news = new ConcurrentLinkedQueue<>();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final BitSet up = new BitSet();
    /** Machines that run the present configuration, as far as the thread that controls the run knows. */
    private final BitSet running = new BitSet();
    /** Machines that have restarted since the present configuration began. */
    private final BitSet restarted = new BitSet();

    private final AtomicReference<Formed> formed;
    private final Waits waits = new Waits();
    private final Shortage shortage = new Shortage();
    private int evictions;

    /**
     * What agents have come to.
     *
     * @param epoch of the configuration that it is about
     * @param next what follows that; null if a machine stops
     */
    private record News(int epoch, int machine, Decided next) {}

    /**
     * Of a cluster whose machines are all up, and who have leases from now on.
     *
     * @param store where it is agreed what the next configuration is; closed with this
     * @param copyNs how long it takes to make a copy; asked while the run stands still
     */
    public AgreedMembership(
            Configuration first, long leaseNs, EpochStore store, ToLongFunction<Configuration.Copy> copyNs) {
        this.leaseNs = leaseNs;
        this.store = store;
        this.copyNs = copyNs;
        up.set(0, first.machines());
        running.set(0, first.machines());
        formed = new AtomicReference<>(new Formed(first, first, true, 0, System.nanoTime(), copies(first)));
        agents = new AtomicReferenceArray<>(first.machines());
        for (int machine = 0; machine < first.machines(); machine++) {
            agents.set(machine, new AgentThread(machine, -1, leaseNs, this));
        }
        for (int machine = 0; machine < first.machines(); machine++) {
            agents.get(machine).start();
        }
    }

    private long[] copies(Configuration of) {
        long[] ns = new long[of.machines()];
        for (int partition = 0; partition < ns.length; partition++) {
            int primary = of.node(partition, 0);
            ns[partition] = copyNs.applyAsLong(new Configuration.Copy(partition, primary, primary));
        }
        return ns;
    }

    // For agents.

    Formed formed() {
        return formed.get();
    }

    AgentThread agent(int machine) {
        return agents.get(machine);
    }

    void propose(int epoch, byte[] configuration, Consumer<EpochStore.Decision> answer) {
        int wait = waits.begin();
        store.propose(epoch, configuration, decision -> {
            waits.end(wait);
            answer.accept(decision);
        });
    }

    void stops(int machine, int epoch) {
        news.add(new News(epoch, machine, null));
    }

    void forms(int epoch, Decided next) {
        news.add(new News(epoch, -1, next));
    }

    void failed(int machine, Throwable cause) {
        failure.compareAndSet(null, "the lease agent of node " + machine + " failed: " + cause);
    }

    // For the thread that controls the run.

    @Override
    public Event next() {
        News first = news.peek();
        while (first != null && first.epoch() != formed.get().epoch()) {
            news.remove();
            first = news.peek();
        }
        if (first == null) {
            return null;
        }
        return new Event(0, first.next() == null ? Action.STOP : Action.FORM, first.machine());
    }

    @Override
    public String failure() {
        return failure.get();
    }

    @Override
    public void stopped() {
        running.clear(news.remove().machine());
    }

    @Override
    public Configuration form() {
        Decided decided = news.remove().next();
        checkStopped();
        Configuration next = decided.configuration();
        BitSet members = next.memberSet();
        Formed before = formed.get();
        BitSet evicted = before.configuration().memberSet();
        evicted.and(up);
        evicted.andNot(restarted);
        evicted.andNot(members);
        evictions += evicted.cardinality();
        BitSet stays = before.known().memberSet();
        stays.and(members);
        formed.set(new Formed(next, before.known().without(stays), false, decided.manager(), System.nanoTime(), null));
        restarted.clear();
        running.clear();
        running.or(members);
        running.and(up);
        return next;
    }

    /** A machine whose lease is over does nothing, even if its agent has had no time to hear of anything. */
    private void checkStopped() {
        for (int machine = running.nextSetBit(0); machine >= 0; machine = running.nextSetBit(machine + 1)) {
            if (System.nanoTime() <= leaseUntilNs(machine)) {
                throw new IllegalStateException("node " + machine + " has not stopped, and its lease lasts, but all"
                        + " others go on without it");
            }
        }
    }

    @Override
    public long leaseUntilNs(int machine) {
        return machine < agents.length()
                ? Math.max(agents.get(machine).leaseUntilNs(), formed.get().sinceNs() + leaseNs)
                : Long.MAX_VALUE;
    }

    @Override
    public void recovered(long nowNs) {
        Formed now = formed.get();
        Configuration present = now.configuration();
        formed.set(new Formed(present, present, true, now.manager(), now.sinceNs(), copies(present)));
    }

    @Override
    public Configuration configuration() {
        return formed.get().configuration();
    }

    @Override
    public boolean isUp(int machine) {
        return up.get(machine);
    }

    @Override
    public boolean isSettled() {
        Formed now = formed.get();
        return news.isEmpty()
                && now.recovered()
                && restarted.isEmpty()
                && waits.areOver()
                && running.equals(now.configuration().memberSet())
                && now.configuration().isLike(now.configuration().with(up));
    }

    @Override
    public void crashed(int machine, long nowNs) {
        up.clear(machine);
        shortage.at(survives(), nowNs);
        running.clear(machine);
        agents.get(machine).kill();
    }

    @Override
    public void isolated(int machine, long nowNs) {
        up.clear(machine);
        shortage.at(survives(), nowNs);
        agents.get(machine).cutOff();
    }

    @Override
    public void returned(int machine, long nowNs) {
        AgentThread before = agents.get(machine);
        before.kill();
        if (before.isCutOff()) {
            stops(machine, formed.get().epoch());
        }
        up.set(machine);
        shortage.at(survives(), nowNs);
        restarted.set(machine);
        AgentThread again = new AgentThread(machine, formed.get().epoch(), leaseNs, this);
        agents.set(machine, again);
        again.start();
    }

    private boolean survives() {
        Formed now = formed.get();
        return now.configuration().survivesWith(up) && now.known().survivesWith(up);
    }

    @Override
    public void reachable(boolean there, long nowNs) {
        store.strike(!there);
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (evictions > 0) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "%s a machine was taken for crashed that was not: nothing was heard of it for its lease of %.1f ms,"
                            + " as happens where threads wait for a core; raise faults.leaseUs.",
                    evictions == 1 ? "Once" : evictions + " times",
                    leaseNs / 1e6));
        }
        waits.remark().ifPresent(remarks::add);
        shortage.remark().ifPresent(remarks::add);
        return remarks;
    }

    @Override
    public void close() {
        for (int machine = 0; machine < agents.length(); machine++) {
            agents.get(machine).kill();
        }
        for (int machine = 0; machine < agents.length(); machine++) {
            agents.get(machine).join();
        }
        store.close();
    }
}
