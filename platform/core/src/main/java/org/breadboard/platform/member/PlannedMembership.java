// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * A membership whose leases and decisions are a plan: how long each takes is drawn from the seed when it begins, and
 * the manager is a group of replicas that a crash of a member does not touch. For virtual time.
 */
public final class PlannedMembership implements Membership {
    private final Times times;
    private final LongUnaryOperator draw;
    private final ToLongFunction<Configuration.Copy> copyNs;
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::atNs).thenComparing(Event::action).thenComparingInt(Event::machine));
    private final BitSet up = new BitSet();
    /** When the lease of a member runs out that hears of nothing else to stop for; -1 if it does, or has stopped. */
    private final long[] lapsesNs;
    /** From when on the manager takes the lease of a member for over that it hears of no more; 0 if it does. */
    private final long[] overNs;

    private Configuration configuration;
    /** The configuration that copies are made for; null if none are, or if the next one is of who is left. */
    private Configuration wanted;
    /**
     * The last configuration that has recovered, with who of it has been a member since. Others may have got copies of
     * tables, but not the logs of what was under way: until that is recovered, they do not count as holders.
     */
    private Configuration known;

    private final Shortage shortage = new Shortage();
    private boolean recovering;
    private boolean stuck;
    private boolean reachable = true;
    /** When a change is decided that is planned. */
    private long decidedNs;
    /** Whether a change waits for whoever keeps decisions. */
    private boolean waiting;

    /**
     * How long things take.
     *
     * @param leaseNs how long a lease lasts
     * @param silentNs how long a manager may not have heard of a machine whose NIC crashes: that may have been slow, or
     *     cut off, before
     * @param decideNs from a suspicion until the manager's decision is safe
     * @param tellNs the most that a message from or to the manager takes
     */
    public record Times(long leaseNs, long silentNs, long decideNs, long tellNs) {}

    /**
     * Of a cluster whose machines are all up.
     *
     * @param draw a number from 0 to its argument, excluded, which is at least 1
     * @param copyNs how long it takes to make a copy; those for different machines are made at the same time
     */
    public PlannedMembership(
            Configuration first, Times times, LongUnaryOperator draw, ToLongFunction<Configuration.Copy> copyNs) {
        configuration = first;
        known = first;
        this.times = times;
        this.draw = draw;
        this.copyNs = copyNs;
        up.set(0, first.machines());
        lapsesNs = new long[first.machines()];
        overNs = new long[first.machines()];
        Arrays.fill(lapsesNs, -1);
    }

    @Override
    public Event next() {
        return events.peek();
    }

    @Override
    public void stopped() {
        lapsesNs[events.remove().machine()] = -1;
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public boolean isUp(int machine) {
        return up.get(machine);
    }

    /** Whether too few machines are up to go on: nothing happens until one comes back. */
    public boolean isStuck() {
        return stuck;
    }

    @Override
    public boolean isSettled() {
        return events.isEmpty() && !waiting && !recovering && !stuck && configuration.isLike(configuration.with(up));
    }

    @Override
    public void crashed(int machine, long nowNs) {
        lose(machine, nowNs, false);
    }

    @Override
    public void isolated(int machine, long nowNs) {
        lose(machine, nowNs, true);
    }

    private void lose(int machine, long nowNs, boolean goesOn) {
        up.clear(machine);
        shortage.at(survives(), nowNs);
        if (!configuration.isMember(machine)) {
            growAgain(nowNs);
        } else if (!stuck) {
            wanted = null;
            long heardNs = nowNs - drawn(goesOn ? times.silentNs : times.leaseNs / RENEWALS_PER_LEASE);
            lapsesNs[machine] = goesOn ? leaseUntilNs(heardNs, nowNs) : -1;
            overNs[machine] = Math.max(nowNs, heardNs + times.leaseNs);
            change(nowNs);
        }
    }

    /**
     * Until when a machine has a lease that hears of nothing any more. It counts from when it asked for the last one
     * that it was granted; the manager, from when it was asked.
     *
     * @param heardNs when the manager was last asked
     */
    private long leaseUntilNs(long heardNs, long nowNs) {
        long askedNs;
        long grantedNs;
        long atNs = heardNs;
        do {
            askedNs = atNs - drawn(times.tellNs);
            grantedNs = atNs + drawn(times.silentNs);
            atNs -= times.leaseNs / RENEWALS_PER_LEASE;
        } while (grantedNs > nowNs);
        return Math.max(nowNs, askedNs + times.leaseNs);
    }

    /** Whoever copies were made for is gone: others may get them. */
    private void growAgain(long nowNs) {
        if (wanted != null) {
            events.clear();
            waiting = false;
            wanted = null;
            grow(nowNs);
        }
    }

    @Override
    public void returned(int machine, long nowNs) {
        up.set(machine);
        shortage.at(survives(), nowNs);
        if (!stuck) {
            grow(nowNs);
        } else if (survives()) {
            stuck = false;
            change(nowNs);
        }
    }

    private boolean survives() {
        return configuration.survivesWith(up) && known.survivesWith(up);
    }

    @Override
    public void recovered(long nowNs) {
        recovering = false;
        known = configuration;
        grow(nowNs);
    }

    /** Goes to a configuration with all copies, once they are made. */
    private void grow(long nowNs) {
        Configuration all = configuration.with(up);
        boolean changes = waiting ? wanted == null : !events.isEmpty();
        if (!recovering && !changes && !configuration.isLike(all)) {
            wanted = all;
            long[] busyNs = new long[configuration.machines()];
            long longestNs = 0;
            for (Configuration.Copy copy : configuration.missing(all)) {
                busyNs[copy.to()] += copyNs.applyAsLong(copy);
                longestNs = Math.max(longestNs, busyNs[copy.to()]);
            }
            change(nowNs + longestNs);
        }
    }

    /**
     * Has the manager decide on a change at an instant, or when it takes the leases of all who are lost for over;
     * whereupon all members that are up stop.
     */
    private void change(long atNs) {
        onlyLapses();
        decidedNs = Math.max(atNs, Arrays.stream(overNs).max().orElse(0)) + times.decideNs;
        waiting = !reachable;
        if (waiting) {
            return;
        }
        for (int machine = up.nextSetBit(0); machine >= 0; machine = up.nextSetBit(machine + 1)) {
            if (configuration.isMember(machine)) {
                events.add(new Event(decidedNs + drawn(times.tellNs), Action.STOP, machine));
            }
        }
        events.add(new Event(decidedNs + 2 * times.tellNs, Action.FORM, -1));
    }

    private void onlyLapses() {
        events.clear();
        for (int machine = 0; machine < lapsesNs.length; machine++) {
            if (lapsesNs[machine] >= 0) {
                events.add(new Event(lapsesNs[machine], Action.STOP, machine));
            }
        }
    }

    @Override
    public void reachable(boolean store, long nowNs) {
        reachable = store;
        if (!store && isPlanned() && decidedNs > nowNs) {
            onlyLapses();
            waiting = true;
        } else if (store && waiting) {
            change(Math.max(nowNs, decidedNs - times.decideNs));
        }
    }

    private boolean isPlanned() {
        return events.stream().anyMatch(event -> event.action() == Action.FORM);
    }

    private long drawn(long below) {
        return below < 1 ? 0 : draw.applyAsLong(below);
    }

    @Override
    public Configuration form() {
        events.clear();
        Arrays.fill(lapsesNs, -1);
        Arrays.fill(overNs, 0);
        stuck = !survives();
        if (stuck) {
            return null;
        }
        known = known.without(up);
        configuration = wanted == null ? configuration.without(up) : wanted;
        wanted = null;
        recovering = true;
        return configuration;
    }

    @Override
    public List<String> remarks() {
        return shortage.remark().stream().toList();
    }

    @Override
    public void close() {
        // It is nothing but a plan.
    }
}
