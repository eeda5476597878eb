// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.nemesis.Faults.Kind;

/**
 * Strikes a running cluster with the faults of a mix. When, and whom, is a function of seed, kind and time alone: each
 * interval has one window of each kind, somewhere in it, with a victim of its own, or the next one in turn. So nothing
 * is remembered, and the same seed strikes the same. Times are in ns of the run. Any thread.
 */
public final class Nemesis {
    /** So that a seed strikes the same when there are more kinds. */
    private static final int MOST_KINDS = 64;

    private final Faults faults;
    private final long seed;
    private final int machines;
    private final int withRecords;
    private final int switches;
    private final Counter[] counters;
    private final Counter[] crashes;
    private final boolean[] windows;
    private volatile boolean healed;
    /** When it was healed; after it, windows are none. */
    private volatile long healedNs = Long.MAX_VALUE;
    /** Which switch crashed at an instant of its own, and when; -1 for none. */
    private int struckSwitch = -1;

    private long struckNs;

    /** One that strikes a network of one switch. */
    public Nemesis(Faults faults, long seed, int machines, int withRecords, Function<String, Counter> counter) {
        this(faults, seed, machines, withRecords, 1, counter);
    }

    /**
     * One that strikes from the beginning of the run.
     *
     * @param machines how many there are, numbered from 0
     * @param withRecords how many of them, the first ones, hold records: they can crash
     * @param switches how many switches run a program, numbered from 0; at least 1
     * @param counter makes the counter of a name; those of the network are always there
     */
    public Nemesis(
            Faults faults, long seed, int machines, int withRecords, int switches, Function<String, Counter> counter) {
        this.faults = faults;
        this.seed = seed;
        this.machines = machines;
        this.withRecords = withRecords;
        this.switches = switches;
        Kind[] kinds = Kind.values();
        counters = new Counter[kinds.length];
        windows = new boolean[kinds.length];
        for (Kind kind : kinds) {
            boolean ofNetwork = kind.compareTo(Kind.REORDERING) <= 0;
            counters[kind.ordinal()] = ofNetwork || faults.has(kind) ? counter.apply(kind.counter()) : null;
            windows[kind.ordinal()] = faults.nemesis().contains(kind);
        }
        crashes = new Counter[faults.crash() ? withRecords : 0];
        Arrays.setAll(crashes, machine -> counter.apply(Faults.crashes(machine)));
    }

    /** From this instant on it strikes no more; the first time counts. */
    public void heal(long nowNs) {
        if (!healed) {
            healedNs = nowNs;
            healed = true;
        }
    }

    /** Whether it may ever strike so. */
    public boolean has(Kind kind) {
        return faults.has(kind);
    }

    /** Whether it may ever strike packets in a switch that is up, or have them late behind it. */
    public boolean strikesPackets() {
        return Arrays.stream(Kind.values()).anyMatch(kind -> kind.compareTo(Kind.PAUSE) < 0 && has(kind));
    }

    /**
     * Whether it may ever do more to a packet than delay it: lose it, repeat it, have it overtaken, or cut it off. What
     * is sent to a machine that crashed is gone, too, but then sending again does not help.
     */
    public boolean harmsPackets() {
        return Arrays.stream(Kind.values())
                .filter(this::has)
                .anyMatch(kind ->
                        kind.borne().filter(fault -> fault != Fault.CRASH).isPresent());
    }

    /** Whether it may ever strike stages. */
    public boolean strikesStages() {
        return has(Kind.PAUSE) || has(Kind.SLOW);
    }

    /**
     * Counts what it struck so, for whoever drops a packet that is lost or cut off; each once, whoever sends it again.
     */
    public Counter counter(Kind kind) {
        return counters[kind.ordinal()];
    }

    /** Counts a machine that crashed: by its own, with all, or its NIC or queue pairs alone. */
    public void crashed(Kind kind, int machine) {
        count(kind);
        crashes[machine].add(1);
    }

    /**
     * Whether it strikes a packet by chance; a loss is counted where the packet is dropped, all else here.
     *
     * @param kind loss, duplication or reordering
     * @param share of its probability, from 0 to 1
     */
    public boolean strikes(Kind kind, long nowNs, RandomStream random, double share) {
        double probability = faults.steady(kind);
        if (isOpen(kind, nowNs)) {
            probability = Math.max(probability, faults.probability());
        }
        boolean struck = probability > 0 && !healed && random.nextDouble() < probability * share;
        return struck && (kind == Kind.LOSS || count(kind));
    }

    /** The partition that keeps {@code target} from what {@code source} sends, or null; counted where it is dropped. */
    public Kind cuts(int source, int target, long nowNs) {
        if (isOpen(Kind.PARTITION, nowNs)
                && isInFirstHalf(Kind.PARTITION, source, nowNs) != isInFirstHalf(Kind.PARTITION, target, nowNs)) {
            return Kind.PARTITION;
        }
        boolean oneWay = isOpen(Kind.PARTITION_ONE_WAY, nowNs)
                && isInFirstHalf(Kind.PARTITION_ONE_WAY, source, nowNs)
                && !isInFirstHalf(Kind.PARTITION_ONE_WAY, target, nowNs);
        return oneWay ? Kind.PARTITION_ONE_WAY : null;
    }

    /** Has a switch crash for as long as a window, at an instant of its own. The thread that runs all events. */
    public void crashSwitch(int which, long nowNs) {
        struckSwitch = which;
        struckNs = nowNs;
    }

    /** Whether a switch is down; what it loses meanwhile is counted where it is dropped. */
    public boolean isDown(int which, long nowNs) {
        boolean struck = which == struckSwitch && nowNs < struckNs + faults.windowNs() && !healed;
        return struck || hits(Kind.SWITCH_CRASH, which, nowNs);
    }

    /** A number that is greater after each crash of a switch, and 0 before the first. */
    public long life(int which, long nowNs) {
        if (!windows[Kind.SWITCH_CRASH.ordinal()]) {
            return which == struckSwitch ? 1 : 0;
        }
        long atNs = Math.min(nowNs, healedNs);
        for (long interval = atNs / faults.intervalNs(); interval >= 0; interval--) {
            long fromNs = interval * faults.intervalNs();
            boolean began = endNs(Kind.SWITCH_CRASH, fromNs) - faults.windowNs() <= atNs;
            if (began && victim(Kind.SWITCH_CRASH, fromNs) == which) {
                return interval + 1;
            }
        }
        return 0;
    }

    /** Whether a packet that arrives at a machine finds its receive ring full; counted where it is dropped. */
    public boolean overflows(int machine, long nowNs, RandomStream random) {
        return hits(Kind.RING_FULL, machine, nowNs) && random.nextDouble() < faults.probability();
    }

    /** How much later a packet to {@code target} arrives; if it is later, that counts. */
    public double delayNs(int target, long nowNs) {
        return hits(Kind.DELAY, target, nowNs) && count(Kind.DELAY) ? faults.delayNs() : 0;
    }

    /** When a machine that would do something at {@code atNs} does it; if that is later, it counts. */
    public long wakesAt(int machine, long atNs) {
        return hits(Kind.PAUSE, machine, atNs) && count(Kind.PAUSE) ? endNs(Kind.PAUSE, atNs) : atNs;
    }

    /** How many times as long a step of a machine takes; if that is more than once, it counts. */
    public double slowness(int machine, long nowNs) {
        return hits(Kind.SLOW, machine, nowNs) && count(Kind.SLOW) ? faults.slowdown() : 1;
    }

    /**
     * A window.
     *
     * @param toNs when it is over, excluded
     * @param machine whom it strikes, among those that can be struck
     */
    public record Window(Kind kind, long fromNs, long toNs, int machine) {}

    /** The first window of a kind that begins after an instant, whether it is healed or not; null if there is none. */
    public Window windowAfter(Kind kind, long nowNs) {
        if (!windows[kind.ordinal()]) {
            return null;
        }
        long intervalNs = faults.intervalNs();
        for (long atNs = nowNs / intervalNs * intervalNs; ; atNs += intervalNs) {
            long endNs = endNs(kind, atNs);
            if (endNs - faults.windowNs() > nowNs) {
                return new Window(kind, endNs - faults.windowNs(), endNs, victim(kind, atNs));
            }
        }
    }

    /** Whether it strikes no more. */
    public boolean isHealed() {
        return healed;
    }

    private boolean count(Kind kind) {
        counters[kind.ordinal()].add(1);
        return true;
    }

    private boolean hits(Kind kind, int machine, long nowNs) {
        return isOpen(kind, nowNs) && victim(kind, nowNs) == machine;
    }

    private int victim(Kind kind, long atNs) {
        int victims = switch (kind) {
            case CRASH, NIC_CRASH, QP_ERROR -> withRecords;
            case SWITCH_CRASH -> switches;
            default -> machines;
        };
        return faults.inTurn() ? (int) (atNs / faults.intervalNs() % victims) : (int) draw(kind, atNs, 1, victims);
    }

    /** Which of two halves a machine is in; of an odd number the second one is larger. */
    private boolean isInFirstHalf(Kind kind, int machine, long nowNs) {
        return (machine + draw(kind, nowNs, 1, machines)) % machines < machines / 2;
    }

    /** Whether its window is open. */
    private boolean isOpen(Kind kind, long nowNs) {
        if (!windows[kind.ordinal()] || healed) {
            return false;
        }
        long endNs = endNs(kind, nowNs);
        return nowNs < endNs && nowNs >= endNs - faults.windowNs();
    }

    /**
     * A window in which it strikes.
     *
     * @param victims the machine that it strikes, or the two halves that it parts, in words
     */
    public record Strike(Kind kind, long fromNs, long toNs, String victims) {}

    /** The windows that are open at some time between two instants, by their beginnings. */
    public List<Strike> strikes(long fromNs, long toNs) {
        List<Strike> strikes = new ArrayList<>();
        for (Kind kind : faults.nemesis()) {
            for (long atNs = fromNs / faults.intervalNs() * faults.intervalNs();
                    atNs < toNs;
                    atNs += faults.intervalNs()) {
                long endNs = endNs(kind, atNs);
                long beginNs = endNs - faults.windowNs();
                if (endNs > fromNs && beginNs < toNs) {
                    strikes.add(
                            new Strike(kind, Math.max(fromNs, beginNs), Math.min(toNs, endNs), victims(kind, atNs)));
                }
            }
        }
        strikes.sort(Comparator.comparingLong(Strike::fromNs));
        return strikes;
    }

    private String victims(Kind kind, long atNs) {
        return switch (kind) {
            case PARTITION, PARTITION_ONE_WAY -> {
                String between = kind == Kind.PARTITION ? " | " : " -/-> ";
                yield half(kind, atNs, true) + between + half(kind, atNs, false);
            }
            case DELAY, PAUSE, SLOW, CRASH, RING_FULL, QP_ERROR -> "node " + victim(kind, atNs);
            case SWITCH_CRASH -> "switch " + victim(kind, atNs);
            case NIC_CRASH -> "NIC of node " + victim(kind, atNs);
            case ZOOKEEPER_CRASH -> "ZooKeeper";
            default -> "all";
        };
    }

    private String half(Kind kind, long atNs, boolean first) {
        return "nodes "
                + IntStream.range(0, machines)
                        .filter(machine -> isInFirstHalf(kind, machine, atNs) == first)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
    }

    /** When the window of the interval that {@code nowNs} is in ends. */
    private long endNs(Kind kind, long nowNs) {
        long intervalNs = faults.intervalNs();
        long windowNs = faults.windowNs();
        return nowNs / intervalNs * intervalNs + windowNs + draw(kind, nowNs, 0, intervalNs - windowNs + 1);
    }

    /** A number below {@code bound} that is the same throughout an interval. */
    private long draw(Kind kind, long nowNs, int purpose, long bound) {
        long interval = nowNs / faults.intervalNs();
        long which = (interval * MOST_KINDS + kind.ordinal()) * 2 + purpose;
        long z = seed * 0x9e3779b97f4a7c15L + which * 0xd1b54a32d192ed03L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return Math.floorMod(z ^ z >>> 31, bound);
    }
}
