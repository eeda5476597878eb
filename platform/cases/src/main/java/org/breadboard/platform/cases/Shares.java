// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.runtime.SeededStream;

/**
 * What a share of the seeds has besides: more machines, a workload that ships, sizes that are small although machines
 * crash, all sizes at their least, short time-outs. It is drawn apart from all else, so that the other draws of a seed
 * stay what they are.
 */
final class Shares {
    /** The workload that is several at once. */
    static final String TENANTS = "shared";

    private static final long PURPOSE = 0x5a7e;
    /** One seed of so many has each. */
    private static final int RARELY = 8;
    /** Of the seeds whose machines crash, or of those that nothing strikes, one of so many has small sizes. */
    private static final int CRAMPED = 4;
    /** Of the seeds with a workload that ships, one of so many has two at once. */
    private static final int SHARED = 4;

    /** How much longer all takes where clients have machines of their own, and system calls. */
    private static final int APART = 20;

    private static final int FEWEST_NODES = 5;
    private static final int MOST_NODES = 9;
    private static final int MOST_COPIES = 5;
    private static final int MANY_NODES_US = 400;

    private Shares() {}

    /** A seed's run with its shares; itself if it has none. */
    static Case of(Case plain, Ground ground) {
        SeededStream random = new SeededStream(plain.seed(), PURPOSE);
        Map<String, String> sets = new LinkedHashMap<>(plain.sets());
        if (random.nextInt(RARELY) == 0) {
            machines(random, ground, sets);
        }
        boolean ships = random.nextInt(RARELY) == 0;
        if (ships && ground.workloads().size() > 1 && Ground.CONTENDED.equals(sets.get(Case.WORKLOAD))) {
            workload(random, ground, sets);
        }
        boolean crashes = Case.crashes(sets.getOrDefault(Case.NEMESIS, ""));
        if (random.nextInt(CRAMPED) == 0 && crashes) {
            cramped(random, ground, sets);
        }
        boolean least = random.nextInt(CRAMPED) == 0;
        if (least && isQuiet(sets)) {
            least(random, ground, sets);
        }
        if (random.nextInt(RARELY) == 0) {
            timeout(random, ground, sets);
        }
        return sets.equals(plain.sets()) ? plain : new Case(plain.seed(), plain.base(), sets);
    }

    /** More machines, with a thread each and less time, so that such a seed takes about as long as others. */
    private static void machines(SeededStream random, Ground ground, Map<String, String> sets) {
        int nodes = FEWEST_NODES + random.nextInt(MOST_NODES - FEWEST_NODES + 1);
        int copies = 1 + random.nextInt(MOST_COPIES);
        put(ground, sets, Case.NODES, Integer.toString(nodes));
        put(ground, sets, Case.COPIES, Integer.toString(copies));
        if (sets.containsKey(Case.THREADS)) {
            put(ground, sets, Case.THREADS, "1");
            put(ground, sets, Case.MEASURED, Integer.toString(MANY_NODES_US));
        }
    }

    /** A workload that ships, or two that share the machines, in place of one of a shape. */
    private static void workload(SeededStream random, Ground ground, Map<String, String> sets) {
        boolean shares = random.nextInt(SHARED) == 0;
        Map<String, String> first =
                ground.workloads().get(random.nextInt(ground.workloads().size()));
        Map<String, String> second =
                ground.workloads().get(random.nextInt(ground.workloads().size()));
        if (!shares) {
            replace(first, ground, sets);
            return;
        }
        replace(Map.of(), ground, sets);
        sets.put(Case.WORKLOAD, TENANTS);
        tenant("a", first, sets);
        tenant("b", second, sets);
        put(ground, sets, Case.THREADS, "2");
    }

    /** Has a workload in place of another one. */
    static void replace(Map<String, String> workload, Ground ground, Map<String, String> sets) {
        sets.keySet()
                .removeIf(key -> (key.equals(Case.SCALE) || key.startsWith(Case.WORKLOAD))
                        && !ground.sets().containsKey(key));
        workload.forEach((key, value) -> put(ground, sets, key, value));
    }

    private static void tenant(String name, Map<String, String> workload, Map<String, String> sets) {
        String of = Case.WORKLOAD + '.' + name;
        workload.forEach((key, value) -> {
            if (key.equals(Case.WORKLOAD)) {
                sets.put(of + ".id", value);
            } else if (key.equals(Case.SCALE)) {
                sets.put(of + ".scale", value);
            } else {
                sets.put(of + key.substring(Case.WORKLOAD.length()), value);
            }
        });
    }

    /** Each size of the protocol with one chance in three, and long values, which take much room in its logs. */
    private static void cramped(SeededStream random, Ground ground, Map<String, String> sets) {
        for (Size size : ground.sizes()) {
            if (size.ofProtocol() && random.nextInt(3) == 0) {
                put(ground, sets, size.key(), size.draw(random));
            }
        }
        if (random.nextInt(2) == 0 && Ground.CONTENDED.equals(sets.get(Case.WORKLOAD))) {
            put(ground, sets, Case.VALUE_BYTES, Case.LONG_VALUE);
        }
    }

    /** Each size of protocol, hardware and switches at its least, with one chance in two. */
    private static void least(SeededStream random, Ground ground, Map<String, String> sets) {
        for (List<Size> sizes : List.of(ground.sizes(), ground.hidden())) {
            for (Size size : sizes) {
                if (random.nextInt(2) == 0) {
                    put(ground, sets, size.key(), size.least());
                }
            }
        }
    }

    /**
     * A time-out of the protocol; or of a device where nothing is lost but with a machine, since a connection that was
     * given up is so for good.
     */
    private static void timeout(SeededStream random, Ground ground, Map<String, String> sets) {
        boolean devices = bearsShortDevices(sets, ground);
        List<Timeout> timeouts = ground.timeouts().stream()
                .filter(each -> each.ofProtocol() || devices)
                .toList();
        if (!timeouts.isEmpty()) {
            Timeout drawn = timeouts.get(random.nextInt(timeouts.size()));
            put(ground, sets, drawn.key(), drawn.draw(random, ground.traits().clientsApart() ? APART : 1));
        }
    }

    /** Whether a device's time-out may be short. */
    static boolean bearsShortDevices(Map<String, String> sets, Ground ground) {
        return isLossless(sets)
                && isOnlyCrashed(sets.getOrDefault(Case.NEMESIS, ""))
                && ground.delays().stream().noneMatch(delay -> sets.containsKey(delay.key()));
    }

    private static boolean isOnlyCrashed(String nemesis) {
        return nemesis.isEmpty() || Stream.of(nemesis.split(",", -1)).allMatch(Case::crashes);
    }

    private static boolean isLossless(Map<String, String> sets) {
        return Case.FAULTS.values().stream().noneMatch(sets::containsKey);
    }

    /** Whether nothing strikes and nothing is lost. */
    static boolean isQuiet(Map<String, String> sets) {
        return !sets.containsKey(Case.NEMESIS) && isLossless(sets);
    }

    private static void put(Ground ground, Map<String, String> sets, String key, String value) {
        if (!ground.sets().containsKey(key)) {
            sets.put(key, value);
        }
    }
}
