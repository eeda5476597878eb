package org.breadboard.platform.member;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * What becomes of the members of a cluster whose machines crash: when each thing happens, and which configuration
 * follows. It is the configuration manager, and the leases that the members have with it, as FaRM has them and FaSST
 * 5.1 and Xenic 4.2.1 ask for: off the path of transactions, and never lost itself.
 *
 * <p>A member that crashes is suspected when its lease runs out. The manager decides on the next configuration and
 * tells the members, each of which stops when it hears of it; once all have, the next configuration begins, and
 * recovers. While more machines are lost than the replication bears, nothing begins until enough are back. When
 * recovery is over, copies that are missing are made, and then a configuration of all machines that are up begins in
 * the same way.
 *
 * <p>Whoever runs the cluster does what {@link #next} says when it is time, and tells what happens by itself
 * ({@link #crashed}, {@link #isolated}, {@link #returned}, {@link #recovered}). Times are in ns of the run.
 */
public final class Membership {
    private static final int RENEWALS_PER_LEASE = 5;

    private final Times times;
    private final LongUnaryOperator draw;
    private final ToLongFunction<Configuration.Copy> copyNs;
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::atNs).thenComparing(Event::action).thenComparingInt(Event::machine));
    private final BitSet up = new BitSet();
    /** When the lease of a member runs out that knows of nothing else to stop for; 0 if it does, or has stopped. */
    private final long[] lapsesNs;

    private Configuration configuration;
    /** The configuration that copies are made for; null if none are, or if the next one is of who is left. */
    private Configuration wanted;
    /**
     * The last configuration that has recovered, with who of it has been a member since. Others may have got copies of
     * tables, but not the logs of what was under way: until that is recovered, they do not count as holders.
     */
    private Configuration known;

    private boolean recovering;
    private boolean stuck;

    /**
     * How long things take.
     *
     * @param leaseNs how long a lease lasts; it is renewed five times as often
     * @param decideNs from a suspicion until the manager's decision is safe
     * @param tellNs the most that a message from or to the manager takes
     */
    public record Times(long leaseNs, long decideNs, long tellNs) {}

    /** What is to be done. */
    public enum Action {
        /** A member learns of a new configuration, and stops. */
        STOP,
        /** All have stopped: the next configuration begins. */
        FORM
    }

    /** What is to be done when, and to which machine; -1 if to all. */
    public record Event(long atNs, Action action, int machine) {}

    /**
     * Of a cluster whose machines are all up.
     *
     * @param draw a number from 0 to its argument, excluded, which is at least 1
     * @param copyNs how long it takes to make a copy; those for different machines are made at the same time
     */
    public Membership(
            Configuration first, Times times, LongUnaryOperator draw, ToLongFunction<Configuration.Copy> copyNs) {
        configuration = first;
        known = first;
        this.times = times;
        this.draw = draw;
        this.copyNs = copyNs;
        up.set(0, first.machines());
        lapsesNs = new long[first.machines()];
    }

    /** What is to be done next; null if nothing is. */
    public Event next() {
        return events.peek();
    }

    /** A member has stopped, as {@link #next} said. */
    public void stopped() {
        lapsesNs[events.remove().machine()] = 0;
    }

    /** The present configuration. */
    public Configuration configuration() {
        return configuration;
    }

    /** Whether a machine is up. */
    public boolean isUp(int machine) {
        return up.get(machine);
    }

    /** Whether too few machines are up to go on: nothing happens until one comes back. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether nothing is under way: all that are up are members, have recovered, and have all copies. */
    public boolean isSettled() {
        return events.isEmpty() && !recovering && !stuck && configuration.isLike(configuration.with(up));
    }

    /** A machine that was up has crashed; if it was a member, its lease runs out. */
    public void crashed(int machine, long nowNs) {
        lose(machine, nowNs, false);
    }

    /**
     * The NIC of a machine that was up has crashed. Leases go over NICs: so it renews its own no more, hears of
     * nothing, and stops when that runs out.
     */
    public void isolated(int machine, long nowNs) {
        lose(machine, nowNs, true);
    }

    private void lose(int machine, long nowNs, boolean goesOn) {
        up.clear(machine);
        if (!configuration.isMember(machine)) {
            growAgain(nowNs);
        } else if (!stuck) {
            wanted = null;
            long lapseNs = nowNs + times.leaseNs - drawn(times.leaseNs / RENEWALS_PER_LEASE);
            lapsesNs[machine] = goesOn ? lapseNs : 0;
            change(lapseNs);
        }
    }

    /** Whoever copies were made for is gone: others may get them. */
    private void growAgain(long nowNs) {
        if (wanted != null) {
            events.clear();
            wanted = null;
            grow(nowNs);
        }
    }

    /** A machine that had crashed, or whose NIC had, is up again. */
    public void returned(int machine, long nowNs) {
        up.set(machine);
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

    /** The members have recovered from what was before the present configuration. */
    public void recovered(long nowNs) {
        recovering = false;
        known = configuration;
        grow(nowNs);
    }

    /** Goes to a configuration with all copies, once they are made. */
    private void grow(long nowNs) {
        Configuration all = configuration.with(up);
        if (!recovering && events.isEmpty() && !configuration.isLike(all)) {
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

    /** Has the manager decide on a change at an instant, whereupon all members that are up stop. */
    private void change(long atNs) {
        events.clear();
        long decidedNs = atNs + times.decideNs;
        for (int machine = up.nextSetBit(0); machine >= 0; machine = up.nextSetBit(machine + 1)) {
            if (configuration.isMember(machine)) {
                events.add(new Event(decidedNs + drawn(times.tellNs), Action.STOP, machine));
            }
        }
        for (int machine = 0; machine < lapsesNs.length; machine++) {
            if (lapsesNs[machine] > 0) {
                events.add(new Event(lapsesNs[machine], Action.STOP, machine));
            }
        }
        events.add(new Event(decidedNs + 2 * times.tellNs, Action.FORM, -1));
    }

    private long drawn(long below) {
        return below < 1 ? 0 : draw.applyAsLong(below);
    }

    /**
     * All have stopped, as {@link #next} said: the next configuration begins, and recovers. It does so on the memory of
     * those machines that were members of the one before, and with the copies that it has
     * {@linkplain Configuration#missing more}.
     *
     * @return the configuration; null if too few machines are up, and it is {@linkplain #isStuck stuck}
     */
    public Configuration form() {
        events.clear();
        Arrays.fill(lapsesNs, 0);
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
}
