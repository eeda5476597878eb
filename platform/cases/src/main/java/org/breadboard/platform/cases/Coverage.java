// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the runs of a guided campaign have met so far: of each protocol the states, each at a bucket of its count, and
 * the pairs of states that one run met. A run that met what none had met before is kept ({@link Corpus}). One thread.
 */
public final class Coverage {
    /** A run that counted so much takes about twice as long as one that counted nothing. */
    private static final double DEAR = 1 << 14;

    private final List<Ground> grounds;
    private final Map<String, OfProtocol> protocols = new TreeMap<>();

    Coverage(List<Ground> grounds) {
        this.grounds = grounds;
    }

    /** Adds a generation of runs; the corpus as it is after them. */
    public Corpus after(List<Ended> generation) {
        for (Ended each : generation) {
            // What was tried twice has the states of both tries.
            if (each.drawn() != null && each.excuse().isEmpty()) {
                String protocol = grounds.get(each.drawn().ground()).protocol();
                protocols.computeIfAbsent(protocol, unseen -> new OfProtocol()).add(each);
            }
        }
        Map<String, List<Corpus.Kept>> kept = new TreeMap<>();
        protocols.forEach((protocol, covered) -> kept.put(protocol, covered.kept()));
        return new Corpus(kept);
    }

    /** How often what was met: one state in a bucket, or two states. */
    private static final class Met {
        /** The number of the kept run that met it first; -1 if that one failed, and is not kept. */
        private final int by;

        private long runs;

        Met(int by) {
            this.by = by;
        }
    }

    /** Of the runs of one protocol. */
    private static final class OfProtocol {
        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private final Map<Long, Met> met = new LinkedHashMap<>();
        private final List<Ended> kept = new ArrayList<>();

        void add(Ended run) {
            List<Integer> states = new ArrayList<>();
            List<Long> all = new ArrayList<>();
            for (Map<String, Long> counts : List.of(run.states(), run.faults())) {
                counts.forEach((state, count) -> {
                    if (count > 0) {
                        states.add(number(state));
                    }
                });
            }
            for (int a : states) {
                for (int b : states) {
                    if (a <= b) {
                        all.add(pair(a, b));
                    }
                }
            }
            boolean unmet = all.stream().anyMatch(each -> !met.containsKey(each));
            // Near a run that fails others fail, for the same reason.
            boolean keeps = unmet && !run.failed();
            int by = keeps ? kept.size() : -1;
            all.forEach(each -> met.computeIfAbsent(each, unseen -> new Met(by)).runs++);
            if (keeps) {
                kept.add(run);
            }
        }

        /** From 1 on. */
        private int number(String state) {
            return numbers.computeIfAbsent(state, unseen -> numbers.size() + 1);
        }

        private static long pair(int a, int b) {
            return (long) a << Integer.SIZE | b;
        }

        /** How long it takes, about; the time of the clock would decide on cases. */
        private static double cost(Ended run) {
            return 1 + run.states().values().stream().mapToLong(count -> count).sum() / DEAR;
        }

        /** The kept runs; what few runs have met, and did not take long, weighs most. */
        List<Corpus.Kept> kept() {
            double[] weights = new double[kept.size()];
            for (Met each : met.values()) {
                if (each.by >= 0) {
                    weights[each.by] += 1.0 / each.runs;
                }
            }
            List<Corpus.Kept> all = new ArrayList<>();
            for (int i = 0; i < weights.length; i++) {
                Ended run = kept.get(i);
                all.add(new Corpus.Kept(run.drawn(), weights[i] / cost(run)));
            }
            return all;
        }
    }
}
