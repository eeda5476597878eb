// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.protocol.Fault;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.runtime.SeededStream;

/**
 * One run of a campaign, which follows from its seed and what is installed.
 *
 * @param sets what is set of the mix, by key, in an order that a command keeps
 */
record Case(long seed, MixRequest base, Map<String, String> sets) {
    static final String WORKLOAD = MixKeys.WORKLOAD;
    static final String SCALE = MixKeys.SCALE.name();
    static final String NODES = "cluster.nodes";
    static final String COPIES = "cluster.replication";
    static final String THREADS = "cluster.threads";
    static final String CLIENTS = "cluster.clients";
    static final String CONTEXTS = "load.contexts";
    static final String MEASURED = "time.measureUs";
    static final String VALUE_BYTES = "workload.valueBytes";
    static final String ABSENT = "workload.absent";
    static final String ORDERED = "workload.ordered";
    static final String SPREAD = "workload.spread";
    static final String FIXED = "workload.fixed";
    static final String AGAIN = "workload.again";
    static final String PAIRS = "workload.pairs";
    static final String TWICE = "workload.twice";
    static final String APART = "workload.apart";
    static final String KEYS = "workload.keys";
    static final String SIGNED_AT_END = "workload.signedAtEnd";
    static final String FOLLOWS = "workload.follows";
    static final String ACCESSES = "workload.accesses";
    static final String ROUNDS = "workload.rounds";

    static final String NEMESIS = MixKeys.NEMESIS.name();
    static final String INTERVAL = "faults.intervalUs";
    static final String WINDOW = "faults.windowUs";
    static final String LEASE = "faults.leaseUs";
    static final String DECIDE = "faults.decideUs";
    static final String CONTROL = "faults.controlUs";
    static final String UNTIL_DONE = "load.untilDone";

    /** The faults that a run can have at any time, by the key that says how often. */
    static final Map<Fault, String> FAULTS = Map.of(
            Fault.LOSS, "network.loss",
            Fault.DUPLICATION, "network.duplication",
            Fault.REORDERING, "network.reordering");

    private static final long PURPOSE = 0xca3;
    private static final String[] RATES = {"0.001", "0.01", "0.05"};
    /** Of contended tables with few conflicts; what shapes draw is fewer. */
    private static final int MANY_KEYS = 128;
    /** Of every so many cases one has half of all sizes and delays unusual, and one has many contexts. */
    private static final int RARELY = 8;

    /**
     * Of few keys ranges are read in one round and records written in the next, while others insert into the ranges.
     */
    private static final List<List<String>> PHANTOMS =
            List.of(List.of(KEYS, "4"), List.of(ACCESSES, "2"), List.of(ROUNDS, "2"));

    private static final int LEAST_US = 300;
    private static final int DENSE_US = 1000;
    private static final int MOST_US = 3000;
    /** How many contexts of a thread keep a slow device busy. */
    private static final int MANY_CONTEXTS = 32;
    /** About as long as a recovery takes, so that crashes meet one another's. */
    private static final int SHORT_INTERVAL_US = 150;
    /** Values that every store and protocol takes. */
    static final String SMALL_VALUE = "16";
    /** Of which a transaction's do not go into one message, nor into one part of a log record. */
    static final String LONG_VALUE = "1024";

    /** Draws a seed's run. Protocols are as likely as each other, however much hardware they run on. */
    static Case of(long seed, List<Ground> grounds) {
        SeededStream random = new SeededStream(seed, PURPOSE);
        List<String> protocols =
                grounds.stream().map(Ground::protocol).distinct().toList();
        String protocol = protocols.get(random.nextInt(protocols.size()));
        List<Ground> own = grounds.stream()
                .filter(each -> each.protocol().equals(protocol))
                .toList();
        Ground ground = own.get(random.nextInt(own.size()));
        boolean apart = ground.traits().clientsApart();
        Map<String, String> sets = new LinkedHashMap<>();
        boolean shaped = !ground.ownWorkload() || random.nextInt(2) == 0;
        if (shaped && ground.bearsShapes()) {
            sets.put("workload", Ground.CONTENDED);
            sets.put("workload.shape", Long.toString(seed));
            sets.put("cluster.scale", "1");
            if (often(ground, random)) {
                sets.put(ABSENT, "true");
            }
            if (random.nextInt(2) == 0) {
                sets.put(ORDERED, "true");
            }
        }
        int nodes = 2 + random.nextInt(3);
        sets.put(NODES, Integer.toString(nodes));
        sets.put(COPIES, Integer.toString(1 + random.nextInt(Math.min(3, nodes))));
        if (apart) {
            sets.put("cluster.clientNodes", "1");
            sets.put(CLIENTS, Integer.toString(2 + random.nextInt(7)));
        } else {
            sets.put(THREADS, Integer.toString((ground.dense() ? 2 : 1) + random.nextInt(ground.dense() ? 2 : 3)));
        }
        int contexts = random.nextInt(RARELY) == 0 ? MANY_CONTEXTS : apart ? 3 : 6;
        int fewest = ground.dense() && !apart ? 2 : 1;
        sets.put(CONTEXTS, Integer.toString(fewest + random.nextInt(contexts)));
        sets.put(UNTIL_DONE, "true");
        sets.put("time.warmupUs", "50");
        int leastUs = ground.dense() ? DENSE_US : LEAST_US;
        sets.put(MEASURED, Integer.toString((leastUs + random.nextInt(MOST_US - leastUs)) * (apart ? 10 : 1)));
        if (!ground.others().isEmpty() && random.nextInt(3) == 0) {
            List<String> keys = List.copyOf(ground.others().keySet());
            String key = keys.get(random.nextInt(keys.size()));
            List<String> values = ground.others().get(key);
            sets.put(key, values.get(random.nextInt(values.size())));
        }
        for (Fault fault : Fault.values()) {
            boolean drawn = random.nextInt(2) == 0;
            String rate = RATES[random.nextInt(RATES.length)];
            if (drawn
                    && FAULTS.containsKey(fault)
                    && ground.traits().tolerates().contains(fault)) {
                sets.put(FAULTS.get(fault), rate);
            }
        }
        String nemesis = nemesis(ground, random);
        if (!nemesis.isEmpty()) {
            sets.put(NEMESIS, nemesis);
        }
        if (sets.containsKey("workload") && random.nextInt(2) == 0) {
            sets.put(AGAIN, "true");
        }
        if (sets.containsKey("workload") && often(ground, random)) {
            sets.put(PAIRS, "true");
            int accesses = 2 + random.nextInt(7);
            sets.put(ACCESSES, Integer.toString(accesses));
            sets.put(ROUNDS, Integer.toString(2 + random.nextInt(accesses - 1)));
        }
        Map<String, String> all = new LinkedHashMap<>(ground.sets());
        sets.forEach(all::putIfAbsent);
        String strikes = all.getOrDefault(NEMESIS, "");
        boolean half = random.nextInt(RARELY) == 0;
        // What a crash leaves may need more room than what is under way at a time.
        if (!crashes(strikes)) {
            drawSizes(ground, random, true, half, all);
        }
        // A device with no retransmissions, for one, is none whose protocol bears losses.
        if (strikes.isEmpty() && FAULTS.values().stream().noneMatch(all::containsKey)) {
            drawSizes(ground, random, false, half, all);
        }
        if (sets.containsKey("workload")) {
            drawRarer(random, all);
        }
        if (crashes(strikes) && random.nextInt(2) == 0) {
            int intervalUs = SHORT_INTERVAL_US + random.nextInt(3 * SHORT_INTERVAL_US);
            all.putIfAbsent(INTERVAL, Integer.toString(intervalUs * (apart ? 10 : 1)));
        }
        drawDelays(ground, random, half, all);
        if (Ground.CONTENDED.equals(all.get("workload")) && random.nextInt(4) == 0) {
            all.putIfAbsent(SIGNED_AT_END, "true");
        }
        if (Ground.CONTENDED.equals(all.get("workload")) && random.nextInt(RARELY) == 0) {
            all.putIfAbsent(VALUE_BYTES, LONG_VALUE);
        }
        boolean ordered = Ground.CONTENDED.equals(all.get("workload")) && "true".equals(all.get(ORDERED));
        if (ordered && ground.traits().spreadRanges() && often(ground, random)) {
            all.putIfAbsent(SPREAD, "true");
            if (all.containsKey(PAIRS) && often(ground, random)) {
                PHANTOMS.forEach(set -> all.put(set.get(0), ground.sets().getOrDefault(set.get(0), set.get(1))));
            }
        }
        if (Ground.CONTENDED.equals(all.get("workload")) && random.nextInt(2) == 0) {
            all.putIfAbsent(FOLLOWS, "true");
        }
        return new Case(seed, ground.base(), all);
    }

    /** Every other time, or three times of four where transactions are to meet more often. */
    private static boolean often(Ground ground, SeededStream random) {
        return ground.dense() ? random.nextInt(4) > 0 : random.nextInt(2) == 0;
    }

    /** Draws what a contended workload has less often. */
    private static void drawRarer(SeededStream random, Map<String, String> sets) {
        if (random.nextInt(4) == 0) {
            sets.putIfAbsent(TWICE, "true");
        }
        if (random.nextInt(2) == 0 && sets.containsKey(ORDERED)) {
            sets.putIfAbsent(APART, "true");
        }
        // Where fewer wait for one another, more is under way at a time.
        if (random.nextInt(3) == 0) {
            sets.putIfAbsent(KEYS, Integer.toString(MANY_KEYS << random.nextInt(3)));
        }
    }

    /** Whether machines crash of what strikes. */
    static boolean crashes(String nemesis) {
        return Stream.of(nemesis.split(",", -1))
                .anyMatch(word -> Stream.of(Faults.Kind.values())
                        .anyMatch(kind -> kind.word().equals(word)
                                && kind.borne().filter(Fault.CRASH::equals).isPresent()));
    }

    /**
     * Draws one size of the protocol, or of what it runs on, in every other case, or else each with one chance in two.
     */
    private static void drawSizes(
            Ground ground, SeededStream random, boolean ofProtocol, boolean half, Map<String, String> sets) {
        List<Size> sizes = ground.sizes().stream()
                .filter(each -> each.ofProtocol() == ofProtocol)
                .toList();
        for (Size size : drawn(sizes, random, 2, half)) {
            sets.put(size.key(), size.draw(random));
        }
    }

    /** Draws one delay of a device in every fourth case, or else each with one chance in two. */
    private static void drawDelays(Ground ground, SeededStream random, boolean half, Map<String, String> sets) {
        for (Delay delay : drawn(ground.delays(), random, 4, half)) {
            sets.putIfAbsent(delay.key(), delay.draw(random));
        }
    }

    /**
     * What is unusual: one in every so many cases, or half of all. One alone shows what it does; what takes two or
     * three of them together is met only where many are.
     */
    private static <T> List<T> drawn(List<T> all, SeededStream random, int rarely, boolean half) {
        boolean one = random.nextInt(rarely) == 0 && !all.isEmpty();
        if (half) {
            return all.stream().filter(each -> random.nextInt(2) == 0).toList();
        }
        return one ? List.of(all.get(random.nextInt(all.size()))) : List.of();
    }

    /**
     * What strikes in windows: in half of the cases nothing, else each with one chance in three, as far as is borne.
     */
    private static String nemesis(Ground ground, SeededStream random) {
        boolean strikes = random.nextInt(2) == 0;
        List<String> words = new ArrayList<>();
        for (Faults.Kind kind : ground.nemesis()) {
            boolean drawn = random.nextInt(3) == 0;
            if (strikes && drawn && ground.bears(kind)) {
                words.add(kind.word());
            }
        }
        return String.join(",", words);
    }

    Case with(String key, String value) {
        Map<String, String> other = new LinkedHashMap<>(sets);
        other.put(key, value);
        return new Case(seed, base, other);
    }

    Case without(String key) {
        Map<String, String> other = new LinkedHashMap<>(sets);
        other.remove(key);
        return new Case(seed, base, other);
    }

    /** What to try instead where this is refused, each asking for less than the one before; what is given stays. */
    List<Case> lesser(Ground ground) {
        List<Case> lesser = new ArrayList<>(List.of(this));
        if (Ground.CONTENDED.equals(sets.get("workload"))) {
            less(lesser, ground, VALUE_BYTES, SMALL_VALUE);
        }
        less(lesser, ground, KEYS, null);
        less(lesser, ground, TWICE, null);
        less(lesser, ground, AGAIN, null);
        // Protocols whose hash tables hold a fixed set of records may have others that do not.
        if (sets.containsKey(ORDERED) && sets.containsKey(ABSENT)) {
            less(lesser, ground, FIXED, "true");
        }
        less(lesser, ground, SPREAD, null);
        less(lesser, ground, ORDERED, null);
        less(lesser, ground, ABSENT, null);
        ground.sizes().forEach(size -> less(lesser, ground, size.key(), null));
        ground.delays().forEach(delay -> less(lesser, ground, delay.key(), null));
        ground.others().keySet().forEach(key -> less(lesser, ground, key, null));
        less(lesser, ground, CONTEXTS, "1");
        less(lesser, ground, COPIES, "1");
        return lesser.subList(1, lesser.size());
    }

    /** Adds the last one with another value of a key, or without it. */
    private static void less(List<Case> lesser, Ground ground, String key, String value) {
        Case last = lesser.get(lesser.size() - 1);
        boolean same = value == null ? !last.sets.containsKey(key) : value.equals(last.sets.get(key));
        if (!same && !ground.sets().containsKey(key)) {
            lesser.add(value == null ? last.without(key) : last.with(key, value));
        }
    }

    /** The command that runs it alone. */
    String replay() {
        StringBuilder command =
                new StringBuilder(Program.called()).append(" run ").append(Words.quoted(base.mix()));
        Ground.texts(sets).forEach(set -> command.append(" --set ").append(Words.quoted(set)));
        return command.append(" --explore --seed ").append(seed).toString();
    }

    /** What a run's resolver is given. */
    MixRequest request() {
        return Ground.with(base, sets).with("explore=true").with("seed=" + seed);
    }
}
