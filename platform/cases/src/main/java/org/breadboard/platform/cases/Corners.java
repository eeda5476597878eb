// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.breadboard.api.protocol.Fault;
import org.breadboard.platform.cluster.Wraps;
import org.breadboard.platform.nemesis.Faults.Kind;
import org.breadboard.platform.runtime.SeededStream;

/**
 * What takes several settings at once, which no seed draws together by chance. A seed has at most one of them besides.
 * It is drawn apart from all else, so that the other draws of a seed stay what they are. A corner that would have to
 * change what is given is left out.
 */
final class Corners {
    private static final long PURPOSE = 0xc02e;

    private static final List<String> CHANCES =
            Case.FAULTS.values().stream().sorted().toList();
    private static final List<String> STRIKES = and(CHANCES, Case.NEMESIS);
    private static final List<String> CRASHES =
            and(STRIKES, Case.INTERVAL, Case.WINDOW, Case.LEASE, Case.DECIDE, Case.MEASURED);

    /** Those of few protocols or seeds are drawn more often there. */
    private static final List<Corner> ALL = List.of(
            new Corner(4, List.of(), Corners::hasUnlimited, Corners::limit),
            new Corner(24, and(CRASHES, Case.CONTEXTS), Corners::canLoseConnections, Corners::loseConnections),
            new Corner(32, and(CRASHES, Case.NODES, Case.COPIES), Corners::canCrashTwo, Corners::crashTwo),
            new Corner(12, and(CHANCES, Case.MEASURED), Corners::canLoseMore, Corners::loseMore),
            new Corner(32, STRIKES, draft -> draft.bears(Kind.PARTITION, Kind.RING_FULL), Corners::part),
            new Corner(12, List.of(), draft -> !draft.ground.lags().isEmpty(), Corners::lag),
            new Corner(32, List.of(Case.WORKLOAD, Case.SCALE), Corners::hasFlags, Corners::setFlags),
            new Corner(6, List.of(Case.DECIDE, Case.CONTROL), Draft::crashes, Corners::hurry));

    /** Given, they may have a round trip take longer than a time-out that is drawn. */
    private static final Pattern SLOWER = Pattern.compile("(hardware|switch|network)[.](?!profile$).*");
    /** Rates of packets that are lost. */
    private static final String[] HIGH_RATES = {"0.1", "0.2"};

    private static final String HIGH_RATE = "0.1";
    private static final String LOW_RATE = "0.01";
    /** One way from who decides on configurations. */
    private static final String[] SOON_US = {"0.2", "0.5", "1"};
    /** The most that an unlimited size is limited to. */
    private static final int SCARCE = 4;

    /** How much longer all takes where clients have machines of their own. */
    private static final int APART = 10;

    private static final int LONG_US = 3000;
    /** A lease in which connections to a machine that has crashed are given up. */
    private static final int LONG_LEASE_US = 800;

    private static final int LONG_WINDOW_US = 1000;
    /** Shortest time-outs of devices there, which are longer than any round trip. */
    private static final int PATIENCE_US = 50;

    private static final String MANY_CONTEXTS = "8";
    private static final int LEAST_INTERVAL_US = 200;

    private Corners() {}

    /**
     * A corner.
     *
     * @param oneIn one seed of so many has it, of those that it fits
     * @param keys what it decides on: if one of these is given, it is left out
     * @param fits whether it makes a difference
     * @param draws makes it so
     */
    private record Corner(int oneIn, List<String> keys, Predicate<Draft> fits, Consumer<Draft> draws) {
        boolean fits(Draft draft) {
            return keys.stream().noneMatch(draft.ground.sets()::containsKey) && fits.test(draft);
        }
    }

    /** A run that gets a corner. */
    private record Draft(long seed, Ground ground, Map<String, String> sets, SeededStream random) {
        /** Nothing that is given changes. */
        void put(String key, String value) {
            if (!ground.sets().containsKey(key)) {
                sets.put(key, value);
            }
        }

        void drop(Stream<String> keys) {
            keys.filter(key -> !ground.sets().containsKey(key)).forEach(sets::remove);
        }

        boolean bears(Kind... kinds) {
            return Stream.of(kinds).allMatch(ground::bears);
        }

        /** Whether nobody has chosen devices that may take longer than all that ship. */
        boolean hasKnownDevices() {
            return !ground.ownWorkload()
                    && !ground.dense()
                    && ground.sets().keySet().stream().noneMatch(SLOWER.asMatchPredicate());
        }

        boolean bears(Fault fault) {
            return ground.traits().tolerates().contains(fault);
        }

        boolean isContended() {
            return Ground.CONTENDED.equals(sets.get(Case.WORKLOAD));
        }

        boolean crashes() {
            return Case.crashes(sets.getOrDefault(Case.NEMESIS, ""));
        }

        /** Puts a time, which is that of machines without clients. */
        void putUs(String key, int us) {
            put(key, Integer.toString(us * (ground.traits().clientsApart() ? APART : 1)));
        }

        /** What crashes leave may need more room than is drawn where nothing crashes. */
        void roomForCrashes() {
            drop(ground.sizes().stream().filter(Size::ofProtocol).map(Size::key));
        }
    }

    /** A seed's run with its corner; itself if it has none. */
    static Case of(Case plain, Ground ground) {
        SeededStream random = new SeededStream(plain.seed(), PURPOSE);
        Draft draft = new Draft(plain.seed(), ground, new LinkedHashMap<>(plain.sets()), random);
        for (Corner corner : ALL) {
            if (random.nextInt(corner.oneIn) == 0 && corner.fits(draft)) {
                corner.draws.accept(draft);
                return new Case(plain.seed(), plain.base(), draft.sets);
            }
        }
        return plain;
    }

    private static List<String> and(List<String> keys, String... more) {
        return Stream.concat(keys.stream(), Stream.of(more)).toList();
    }

    private static List<Size> unlimited(Ground ground) {
        return Stream.concat(ground.sizes().stream(), ground.hidden().stream())
                .filter(Size::isUnlimited)
                .toList();
    }

    /** What a crash leaves may need all that there is. */
    private static boolean hasUnlimited(Draft draft) {
        return !draft.crashes() && !unlimited(draft.ground).isEmpty();
    }

    /** Of what there is as much as is needed, there is little. */
    private static void limit(Draft draft) {
        for (Size size : unlimited(draft.ground)) {
            if (draft.random.nextInt(2) == 0) {
                draft.put(size.key(), size.legal(1 + draft.random.nextInt(SCARCE)));
            }
        }
    }

    private static boolean canLoseConnections(Draft draft) {
        return draft.bears(Kind.CRASH, Kind.NIC_CRASH)
                && (draft.bears(Fault.DUPLICATION) || draft.bears(Fault.REORDERING))
                && !draft.ground.traits().clientsApart()
                && draft.hasKnownDevices()
                && draft.ground.timeouts().stream().anyMatch(each -> !each.ofProtocol());
    }

    /**
     * A reliable transport gives up a machine that has crashed before anybody else knows of it. It gives up none that
     * is there, since nothing is lost, but packets are overtaken or come twice, so that it watches at all.
     */
    private static void loseConnections(Draft draft) {
        SeededStream random = draft.random;
        draft.drop(CHANCES.stream());
        draft.drop(draft.ground.delays().stream().map(Delay::key));
        Fault chance = draft.bears(Fault.DUPLICATION) ? Fault.DUPLICATION : Fault.REORDERING;
        draft.put(Case.FAULTS.get(chance), LOW_RATE);
        draft.put(Case.NEMESIS, (random.nextInt(2) == 0 ? Kind.CRASH : Kind.NIC_CRASH).word());
        draft.putUs(Case.INTERVAL, 2 * LONG_WINDOW_US);
        draft.putUs(Case.WINDOW, LONG_WINDOW_US);
        draft.putUs(Case.LEASE, LONG_LEASE_US);
        draft.putUs(Case.MEASURED, LONG_US);
        // Some of them begin a transaction only when the machine has been given up.
        draft.put(Case.CONTEXTS, MANY_CONTEXTS);
        draft.roomForCrashes();
        Near.bound(draft.sets, draft.ground);
        int patienceNs = PATIENCE_US * 1000 << random.nextInt(2);
        draft.ground.timeouts().stream()
                .filter(each -> !each.ofProtocol())
                .forEach(each -> draft.put(each.key(), each.atLeast(patienceNs)));
    }

    /** What is sent is lost in windows, and never between them. */
    private static void part(Draft draft) {
        draft.drop(CHANCES.stream());
        boolean bothWays = draft.random.nextInt(2) == 0 || !draft.bears(Kind.PARTITION_ONE_WAY);
        Kind parts = bothWays ? Kind.PARTITION : Kind.PARTITION_ONE_WAY;
        draft.put(Case.NEMESIS, parts.word() + "," + Kind.RING_FULL.word());
        draft.drop(Stream.of(Case.INTERVAL));
        Near.bound(draft.sets, draft.ground);
    }

    private static boolean canLoseMore(Draft draft) {
        return Wraps.isSoon(draft.seed)
                && draft.bears(Fault.LOSS)
                && draft.ground.traits().recovers();
    }

    /** Much is lost where numbers wrap around. */
    private static void loseMore(Draft draft) {
        for (Fault fault : Fault.values()) {
            if (Case.FAULTS.containsKey(fault) && draft.bears(fault)) {
                draft.put(Case.FAULTS.get(fault), HIGH_RATE);
            }
        }
        draft.put(Case.FAULTS.get(Fault.LOSS), HIGH_RATES[draft.random.nextInt(HIGH_RATES.length)]);
        draft.putUs(Case.MEASURED, LONG_US);
        Near.bound(draft.sets, draft.ground);
    }

    private static boolean canCrashTwo(Draft draft) {
        return draft.bears(Kind.CRASH, Kind.NIC_CRASH);
    }

    /** Two machines are down at once, of as many as can be missed; one while the other's end is decided on. */
    private static void crashTwo(Draft draft) {
        SeededStream random = draft.random;
        Kind other = draft.bears(Kind.QP_ERROR) && random.nextInt(2) == 0 ? Kind.QP_ERROR : Kind.NIC_CRASH;
        draft.put(Case.NEMESIS, Kind.CRASH.word() + "," + other.word());
        draft.put(Case.NODES, "5");
        draft.put(Case.COPIES, "3");
        if (draft.sets.containsKey(Case.THREADS)) {
            draft.put(Case.THREADS, draft.ground.dense() ? "2" : "1");
        }
        int intervalUs = LEAST_INTERVAL_US << random.nextInt(3);
        draft.putUs(Case.INTERVAL, intervalUs);
        draft.putUs(Case.WINDOW, intervalUs / 2);
        draft.putUs(Case.DECIDE, intervalUs / 16 << random.nextInt(3));
        draft.putUs(Case.MEASURED, LONG_US / 2);
        draft.roomForCrashes();
        Near.bound(draft.sets, draft.ground);
    }

    /** What a protocol does in the background comes late, and finds its logs full. */
    private static void lag(Draft draft) {
        for (Delay lag : draft.ground.lags()) {
            if (draft.random.nextInt(2) == 0) {
                draft.put(lag.key(), lag.draw(draft.random));
            }
        }
        for (Size size : draft.crashes() ? List.<Size>of() : draft.ground.sizes()) {
            if (size.ofProtocol() && draft.random.nextInt(2) == 0) {
                draft.put(size.key(), size.least());
            }
        }
        if (draft.random.nextInt(2) == 0 && draft.isContended()) {
            draft.put(Case.VALUE_BYTES, Case.LONG_VALUE);
        }
    }

    /** Members are told of a configuration as fast as packets travel, which then meet the next one. */
    private static void hurry(Draft draft) {
        draft.put(Case.DECIDE, "1");
        draft.put(Case.CONTROL, SOON_US[draft.random.nextInt(SOON_US.length)]);
    }

    private static boolean hasFlags(Draft draft) {
        return !draft.ground.flags().isEmpty() && draft.isContended();
    }

    /** A workload that ships does what it does not by default. */
    private static void setFlags(Draft draft) {
        List<Flags> all = draft.ground.flags();
        Flags flags = all.get(draft.random.nextInt(all.size()));
        Shares.replace(flags.workload(), draft.ground, draft.sets);
        flags.turned(draft.random).forEach(draft::put);
    }
}
