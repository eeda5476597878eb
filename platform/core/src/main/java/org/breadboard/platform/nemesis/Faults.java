// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.breadboard.api.protocol.Fault;

/**
 * What a mix wants to go wrong: with some packets at any time, and, each in a window of its own of every interval, what
 * the nemesis does. Immutable; any thread.
 *
 * @param loss probability that a packet is lost at any time, 0 to 1
 * @param duplication probability that a packet arrives twice at any time, 0 to 1
 * @param reordering probability that a packet is overtaken at any time, 0 to 1
 * @param nemesis what strikes in windows, each once, in the order of {@link Kind}
 * @param inTurn whether windows that strike one machine, or one switch, strike each in the order of their numbers
 * @param intervalNs the time that has one window of each kind
 * @param windowNs how long a window is, at most an interval
 * @param probability that a packet is lost, arrives twice or is overtaken in a window of that, 0 to 1
 * @param delayNs how much later a packet arrives in a window
 * @param slowdown how many times as long a machine's work takes in a window, 1 or more
 * @param at one fault at one instant, or null
 * @param control how crashes are noticed and recovered from
 */
public record Faults(
        double loss,
        double duplication,
        double reordering,
        List<Kind> nemesis,
        boolean inTurn,
        long intervalNs,
        long windowNs,
        double probability,
        long delayNs,
        double slowdown,
        FaultAt at,
        Control control) {
    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(0, 0, 0);

    /** Puts the nemesis in order. */
    public Faults {
        nemesis = nemesis.stream().distinct().sorted().toList();
    }

    /** What goes wrong at any time, and no nemesis. */
    public Faults(double loss, double duplication, double reordering) {
        this(loss, duplication, reordering, List.of(), false, 1, 1, 0, 0, 1, null, Control.NONE);
    }

    /**
     * How crashes are noticed and recovered from.
     *
     * @param leaseNs how long a member's lease lasts
     * @param decideNs how long the configuration manager takes to decide
     * @param oneWayNs how long a message between two machines takes on the network of manager and recovery
     * @param gbps the rate of that network's links, which recovery and copies of lost data have for themselves
     * @param zookeeper the servers that decide on real threads, as ZooKeeper's clients name them; empty if one in this
     *     process does
     */
    public record Control(long leaseNs, long decideNs, long oneWayNs, double gbps, String zookeeper) {
        /** Where nothing crashes. */
        public static final Control NONE = new Control(0, 0, 0, 1);

        /** With a server in this process. */
        public Control(long leaseNs, long decideNs, long oneWayNs, double gbps) {
            this(leaseNs, decideNs, oneWayNs, gbps, "");
        }

        /** Whether what decides is a server in this process. */
        public boolean embedded() {
            return zookeeper.isEmpty();
        }
    }

    /** What can go wrong. */
    public enum Kind {
        /** Packets get lost. */
        LOSS(Fault.LOSS, "network.lost"),
        /** Packets arrive twice. */
        DUPLICATION(Fault.DUPLICATION, "network.duplicated"),
        /** Packets are overtaken. */
        REORDERING(Fault.REORDERING, "network.reordered"),
        /** Packets to one machine arrive late, in order. */
        DELAY(null, "faults.delayed"),
        /** Nothing passes between two halves of the machines. */
        PARTITION(Fault.LOSS, "faults.cut"),
        /** Nothing passes from one half of the machines to the other. */
        PARTITION_ONE_WAY(Fault.LOSS, "faults.cutOneWay"),
        /** The threads of one machine, and the cores of its NIC, do nothing. */
        PAUSE(null, "faults.paused"),
        /** The threads of one machine, and the cores of its NIC, take longer. */
        SLOW(null, "faults.slowed"),
        /** One machine crashes, and comes back when the window ends; its battery-backed memory survives. */
        CRASH(Fault.CRASH, "faults.crashed"),
        /** All machines lose power, and come back when the window ends; their battery-backed memory survives. */
        POWER_LOSS(Fault.CRASH, "faults.powerLost"),
        /** A switch that runs a program loses all that it holds, and passes nothing until the window ends. */
        SWITCH_CRASH(Fault.LOSS, "faults.lostInSwitch"),
        /**
         * The NIC of one machine crashes with all that is in its memory, and the machine comes back when the window
         * ends. Its threads go on until its lease runs out.
         */
        NIC_CRASH(Fault.CRASH, "faults.nicCrashed"),
        /** The receive ring of one machine's NIC is full now and then: what arrives finds no place, and is gone. */
        RING_FULL(Fault.LOSS, "faults.ringFull"),
        /**
         * The queue pairs of one machine are in the error state, and it comes back with new ones when the window ends.
         * Its threads and its NIC go on until its lease runs out, but nothing that they post goes out.
         */
        QP_ERROR(Fault.CRASH, "faults.queuePairErrors"),
        /** What decides on configurations is gone until the window ends: nothing is recovered from meanwhile. */
        ZOOKEEPER_CRASH(Fault.CRASH, "faults.zookeeperCrashed");

        private final Fault borne;
        private final String counter;

        Kind(Fault borne, String counter) {
            this.borne = borne;
            this.counter = counter;
        }

        /** As users write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The counter of what it struck: packets, or steps of stages. */
        public String counter() {
            return counter;
        }

        /** What a protocol has to tolerate; empty where only time passes, which every protocol bears. */
        public Optional<Fault> borne() {
            return Optional.ofNullable(borne);
        }

        /** Whether only virtual time can do it. */
        public boolean isVirtual() {
            return this == DELAY || this == SLOW;
        }
    }

    /**
     * The kinds of a list such as {@code partition,pause}; an empty one has none.
     *
     * @throws IllegalArgumentException if a word is no kind; the message says which there are, and lacks its subject
     */
    public static List<Kind> parse(String words) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (String word : words.isBlank() ? new String[0] : words.split(",", -1)) {
            kinds.add(Arrays.stream(Kind.values())
                    .filter(kind -> kind.word().equals(word.strip()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("knows no '" + word.strip() + "'; it takes "
                            + Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", "))
                            + ", with commas between several.")));
        }
        return List.copyOf(kinds);
    }

    /** The probability of a kind at any time. */
    double steady(Kind kind) {
        return switch (kind) {
            case LOSS -> loss;
            case DUPLICATION -> duplication;
            case REORDERING -> reordering;
            default -> 0;
        };
    }

    /** Whether it may happen. */
    public boolean has(Kind kind) {
        return nemesis.contains(kind) || steady(kind) > 0 || at != null && at.kind() == kind;
    }

    /** Whether nothing ever goes wrong. */
    public boolean isNone() {
        return Arrays.stream(Kind.values()).noneMatch(this::has);
    }

    /** Whether machines, their NICs or their queue pairs fail, so that the members of the cluster change. */
    public boolean crash() {
        return Arrays.stream(Kind.values()).anyMatch(kind -> kind.borne == Fault.CRASH && has(kind));
    }

    /** Whether machines, their NICs or their queue pairs fail in what strikes. */
    public static boolean crash(List<Kind> nemesis) {
        return nemesis.stream().anyMatch(kind -> kind.borne == Fault.CRASH);
    }

    /** Whether packets may get lost for good. */
    public boolean lose() {
        return Arrays.stream(Kind.values()).anyMatch(kind -> kind.borne == Fault.LOSS && has(kind));
    }

    /** The counter of how often a machine crashed: its NIC, its queue pairs, itself, or with all. */
    public static String crashes(int machine) {
        return Kind.CRASH.counter() + ".node" + machine;
    }

    /** How often each kind struck that may happen, by its word, given what counters say. */
    public Map<String, Long> struck(ToLongFunction<String> counter) {
        Map<String, Long> struck = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            if (has(kind)) {
                struck.put(kind.word(), counter.applyAsLong(kind.counter()));
            }
        }
        return struck;
    }
}
