// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.FaultAt.Moment;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.verbs.Experiment;

/**
 * One small run of each protocol, struck at each of its instants in turn by each fault that the protocol bears. A
 * machine, its NIC or its queue pairs fail at the instants of that machine alone: between two of them nothing of it
 * changes. Immutable; any thread.
 */
final class EveryInstant {
    private static final String CLIENT_NODES = "cluster.clientNodes";
    private static final String SEED = "seed";
    private static final String AT = MixKeys.FAULT_AT.name();
    /** As many last stores as are lost one by one; of more, some. */
    private static final int EACH_STORE = 8;

    /** How much longer all takes where clients have machines of their own, and system calls. */
    private static final int APART = 10;

    /** What a contended workload has besides, the most first. */
    private static final List<List<String>> FLAGS = List.of(
            List.of(Case.ORDERED, Case.ABSENT),
            List.of(Case.ORDERED, Case.ABSENT, Case.FIXED),
            List.of(Case.ORDERED),
            List.of(Case.ABSENT),
            List.of());

    private final List<Struck> all;

    private EveryInstant(List<Struck> all) {
        this.all = all;
    }

    /** A run, and what strikes it. */
    private record Struck(Case run, String protocol, FaultAt at) {}

    /**
     * Of each mix, or of the first ground of each protocol; of those whose clients are apart, of each program of a
     * switch, since all that they send passes it.
     *
     * @param experiment runs each once without a fault, to count the instants
     * @throws RefusedException if a small run is not possible, or nothing strikes
     */
    static EveryInstant of(Moment moment, List<Ground> grounds, Experiment experiment) {
        List<Struck> all = new ArrayList<>();
        Map<Object, Ground> first = new LinkedHashMap<>();
        for (Ground ground : grounds) {
            String program = ground.traits().clientsApart() ? ground.sets().getOrDefault(MixKeys.SWITCH, "") : "";
            first.putIfAbsent(ground.ownWorkload() ? ground.base() : List.of(ground.protocol(), program), ground);
        }
        for (Ground ground : first.values()) {
            for (List<Faults.Kind> kinds : kinds(moment, ground)) {
                all.addAll(struck(moment, ground, kinds, experiment));
            }
        }
        if (all.isEmpty()) {
            throw new RefusedException("No fault strikes at a " + moment.word()
                    + " of what this campaign runs: its protocols bear no crash of a machine or switch.");
        }
        return new EveryInstant(all);
    }

    /** What strikes, apart where not the same is built: with members that change, and without. */
    private static List<List<Faults.Kind>> kinds(Moment moment, Ground ground) {
        // What a machine has stored is looked at again only if no other one has it, too: if all of them crash.
        List<Faults.Kind> machines = FaultAt.KINDS.stream()
                .filter(kind -> kind != Faults.Kind.SWITCH_CRASH && ground.bears(kind))
                .filter(kind -> moment != Moment.STORE || kind == Faults.Kind.POWER_LOSS)
                .toList();
        boolean switches = moment == Moment.ARRIVAL && ground.bears(Faults.Kind.SWITCH_CRASH);
        return List.of(machines, switches ? List.of(Faults.Kind.SWITCH_CRASH) : List.<Faults.Kind>of()).stream()
                .filter(kinds -> !kinds.isEmpty())
                .toList();
    }

    private static List<Struck> struck(Moment moment, Ground ground, List<Faults.Kind> kinds, Experiment experiment) {
        FaultAt none = new FaultAt(kinds.get(0), moment, 0, 0);
        String which = "The small run of protocol '" + ground.protocol() + "' ";
        RefusedException last = null;
        for (Case small : small(ground)) {
            Case run = small.with(AT, none.text());
            RunResult result;
            try {
                result = experiment.once(experiment.resolve(run.request()));
            } catch (RefusedException refused) {
                last = refused;
                continue;
            }
            if (result.partial()) {
                throw new RefusedException("The campaign was stopped before it was done.");
            }
            if (!result.verified()) {
                throw new RefusedException(which + "does not hold without a fault; see: " + run.replay());
            }
            return struck(run, ground, kinds, experiment.instants().orElseThrow());
        }
        throw new RefusedException(which + "is refused: " + last.getMessage());
    }

    private static List<Struck> struck(Case run, Ground ground, List<Faults.Kind> kinds, Instants instants) {
        int machines = Integer.parseInt(run.sets().get(Case.NODES));
        int clients = Integer.parseInt(run.sets().getOrDefault(CLIENT_NODES, "0"));
        List<Struck> all = new ArrayList<>();
        for (int number = 1; number <= instants.count(); number++) {
            int place = instants.place(number);
            for (Faults.Kind kind : kinds) {
                boolean ofSwitch = kind == Faults.Kind.SWITCH_CRASH;
                if (ofSwitch ? place == machines + clients : place < machines) {
                    for (int lost : lost(instants, number)) {
                        FaultAt at = new FaultAt(kind, instants.moment(), number, lost);
                        all.add(new Struck(run, ground.protocol(), at));
                    }
                }
            }
        }
        return all;
    }

    /** How many of the last stores are lost: each number up to some, and then less and less often. */
    private static List<Integer> lost(Instants instants, int number) {
        if (instants.moment() != Moment.STORE) {
            return List.of(0);
        }
        List<Integer> lost = new ArrayList<>();
        for (int last = 1; last <= instants.stores(number); last += last < EACH_STORE ? 1 : last / 2) {
            lost.add(last);
        }
        return lost;
    }

    /**
     * Some tens of transactions on few records: three machines with all copies, a thread of two contexts each, which
     * think so long that time goes on to transactions after a recovery; sorted tables, and values that no message
     * holds. What a protocol refuses of that is left out in the runs that follow.
     */
    private static List<Case> small(Ground ground) {
        boolean apart = ground.traits().clientsApart();
        int times = apart ? APART : 1;
        Map<String, String> sets = new LinkedHashMap<>();
        if (ground.bearsShapes()) {
            sets.put(Case.WORKLOAD, Ground.CONTENDED);
            sets.put(Case.SCALE, "1");
            sets.put(Case.KEYS, "8");
            sets.put(Case.ACCESSES, "3");
            sets.put(Case.ROUNDS, "2");
        }
        sets.put(Case.NODES, "3");
        sets.put(Case.COPIES, "3");
        if (apart) {
            sets.put(CLIENT_NODES, "1");
            sets.put(Case.CLIENTS, "3");
        } else {
            sets.put(Case.THREADS, "1");
        }
        sets.put(Case.CONTEXTS, "2");
        sets.put("load.thinkUs", Integer.toString(10 * times));
        sets.put(Case.UNTIL_DONE, "true");
        sets.put("time.warmupUs", "0");
        sets.put(Case.MEASURED, Integer.toString(200 * times));
        sets.put("faults.windowUs", Integer.toString(40 * times));
        sets.put(Case.INTERVAL, Integer.toString(40 * times));
        Map<String, String> all = new LinkedHashMap<>(ground.sets());
        sets.forEach(all::putIfAbsent);
        long seed = Long.parseLong(all.getOrDefault(SEED, "1"));
        Case plain = new Case(seed, ground.base(), all);
        if (!ground.bearsShapes()) {
            return List.of(plain);
        }
        List<Case> less = new ArrayList<>();
        for (String bytes : List.of(Case.LONG_VALUE, Case.SMALL_VALUE)) {
            for (List<String> flags : FLAGS) {
                Case each = plain;
                for (String flag : flags) {
                    each = ground.sets().containsKey(flag) ? each : each.with(flag, "true");
                }
                less.add(ground.sets().containsKey(Case.VALUE_BYTES) ? each : each.with(Case.VALUE_BYTES, bytes));
            }
        }
        return less;
    }

    /** How many there are. */
    int count() {
        return all.size();
    }

    /** The run of a number, from 1. */
    Case of(long number) {
        Struck struck = all.get((int) number - 1);
        return struck.run().with(AT, struck.at().text());
    }

    /** What strikes it. */
    Faults.Kind kind(long number) {
        return all.get((int) number - 1).at().kind();
    }

    /** How many there are of each protocol and fault. */
    Map<String, Map<String, Integer>> counts() {
        Map<String, Map<String, Integer>> counts = new TreeMap<>();
        all.forEach(each -> counts.computeIfAbsent(each.protocol(), unseen -> new TreeMap<>())
                .merge(each.at().kind().word(), 1, Integer::sum));
        return counts;
    }
}
