// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.tenants.SharedProtocols;

/** Judges a run that has come to rest: its history, its replicas and its invariants. */
public final class Verification {
    /**
     * With fewer transactions a run shows little: a fault that breaks every thirtieth would go unseen in one run of
     * twenty (0.97^100 = 5%).
     */
    static final int LEAST_TRANSACTIONS = 100;

    private final Cluster cluster;
    private final long above;
    private final List<String> earlierBooks;
    private final Workload workload;
    private final List<Invariant.Check> checks;
    /** Those of the checks that are told of changes. */
    private final List<Invariant.Changes> changes;

    private final CopiesInMemory.AsAtFirst first;

    /**
     * Of a run whose last cluster this is.
     *
     * @param above what its protocol calls version v is version {@code above} + v in the history
     * @param first builds the run's cluster as it was before the first transaction; or null if that was another one
     * @param earlierBooks what the nodes of the clusters before it found wrong with themselves, or was while it ran
     */
    public Verification(Cluster cluster, long above, Supplier<Cluster> first, List<String> earlierBooks) {
        this.cluster = cluster;
        this.above = above;
        this.earlierBooks = earlierBooks;
        this.workload = cluster.workload();
        checks = workload.invariants().stream().map(Invariant::begin).toList();
        changes = checks.stream()
                .filter(Invariant.Changes.class::isInstance)
                .map(Invariant.Changes.class::cast)
                .toList();
        this.first = first == null || changes.size() < checks.size() ? null : asAtFirst(first.get());
    }

    private CopiesInMemory.AsAtFirst asAtFirst(Cluster then) {
        return new CopiesInMemory.AsAtFirst(
                then.placement(),
                then.nodes(),
                then.memories(),
                initialState(workload, cluster.items()),
                table -> workload.tables().get(table).ordered());
    }

    /** Checks all that is promised; once, when the clients' histories have ended. */
    public RunVerdict judge(RunHistory history) {
        if (first == null && !changes.isEmpty()) {
            tellWhatWas();
        }
        Verdict verdict = history.check(new CopiesInMemory(cluster, above, first, new CopiesInMemory.Judge() {
            @Override
            public ProtocolNode.RecordVisitor record(ProtocolNode.RecordVisitor rows) {
                return new JudgedRecords(rows, (table, key, value) -> {
                    for (int i = 0; i < checks.size(); i++) {
                        checks.get(i).record(table, key, value);
                    }
                });
            }

            @Override
            public ProtocolNode.RecordVisitor was(ProtocolNode.RecordVisitor rows) {
                return new JudgedRecords(rows, Verification.this::was);
            }
        }));
        List<String> anomalies = new ArrayList<>();
        verdict.anomalies().forEach(anomaly -> anomalies.add(anomaly.toString()));
        List<String> books = new ArrayList<>(earlierBooks);
        for (ProtocolNode node : cluster.nodes()) {
            books.addAll(node.violations());
        }
        anomalies.addAll(books);
        List<String> notJudged = new ArrayList<>();
        return new RunVerdict(
                verdict.promise(),
                kept(verdict, notJudged),
                replicasEqual(verdict, notJudged),
                books.isEmpty() ? invariantsHold(verdict, anomalies, notJudged) : Boolean.FALSE,
                verdict.committed(),
                verdict.unknown(),
                anomalies.isEmpty() ? tooLittle(verdict) : null,
                allowed(verdict),
                impossible(verdict),
                notJudged,
                anomalies,
                verdict.end());
    }

    private void was(int table, long key, byte[] value) {
        for (int i = 0; i < changes.size(); i++) {
            changes.get(i).was(table, key, value);
        }
    }

    /** Nothing is as it was, as far as anybody knows: all records of the final state will be shown. */
    private void tellWhatWas() {
        for (TableSpec table : workload.tables()) {
            Population population = workload.population(table.id());
            byte[] value = new byte[table.valueBytes()];
            for (long index = 0; index < population.candidates(); index++) {
                PluginWatch.beat();
                long key = population.key(index);
                Arrays.fill(value, (byte) 0);
                if (population.value(key, value)) {
                    was(table.id(), key, value);
                }
            }
        }
    }

    /** Null if there was nothing to judge, or something had to be left out. */
    static Boolean kept(Verdict verdict, List<String> notJudged) {
        if (!verdict.kept()) {
            return false;
        }
        String promised = verdict.promise().includes(ProtocolType.Promise.SERIALIZABLE)
                ? "serializability"
                : verdict.promise().inWords();
        if (verdict.unnamed() > 0) {
            notJudged.add("instants of " + verdict.unnamed() + " transactions, which name none");
        }
        long committed = verdict.committed() + verdict.unknownCommitted();
        if (committed == 0) {
            notJudged.add(promised + ", since no transaction committed");
            return null;
        }
        if (tooLittle(verdict) != null) {
            notJudged.add(promised + ", since " + committed + " transactions "
                    + (committed < LEAST_TRANSACTIONS ? "are too few to show it" : "never met at a key"));
            return null;
        }
        if (verdict.forgottenUnknown() > 0) {
            notJudged.add(promised + " in full, since the windowed check had to forget what "
                    + verdict.forgottenUnknown() + " transactions of unknown outcome read");
            return null;
        }
        return true;
    }

    /** What the promise allows and was found. */
    static List<String> allowed(Verdict verdict) {
        return verdict.allowed().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getValue() + " of " + each.getKey().title())
                .toList();
    }

    /** What could not have shown; nothing where too little was checked to speak of that. */
    static List<String> impossible(Verdict verdict) {
        Map<AnomalyKind, String> words = new TreeMap<>(Map.of(
                AnomalyKind.LOST_UPDATE, "a lost update, since no two transactions read and wrote one key",
                AnomalyKind.G2_ITEM, "write skew, since no two transactions read what the other wrote",
                AnomalyKind.PHANTOM, "a phantom, since nothing came or went in a range that was read"));
        words.keySet().retainAll(verdict.impossible());
        return tooLittle(verdict) == null ? List.copyOf(words.values()) : List.of();
    }

    /** One sentence if too little was checked to claim anything, else null. */
    static String tooLittle(Verdict verdict) {
        long committed = verdict.committed() + verdict.unknownCommitted();
        if (committed < LEAST_TRANSACTIONS) {
            return String.format(
                    Locale.ROOT,
                    "It checked too little to be called verified: %,d transactions, of %d or more. Let it run for longer"
                            + " (time.measureUs).",
                    committed,
                    LEAST_TRANSACTIONS);
        }
        return !verdict.apart()
                ? null
                : String.format(
                        Locale.ROOT,
                        "It checked too little to be called verified: of %,d transactions none touched a key that"
                                + " another wrote. Let it run for longer (time.measureUs), or on fewer keys.",
                        committed);
    }

    private static Boolean replicasEqual(Verdict verdict, List<String> notJudged) {
        if (!verdict.replicasEqual()) {
            return false;
        }
        if (verdict.replicasUnjudged() > 0) {
            notJudged.add("the copies of " + verdict.replicasUnjudged()
                    + " records, which differ, since transactions of unknown outcome may have written them last");
            return null;
        }
        return true;
    }

    private Boolean invariantsHold(Verdict verdict, List<String> anomalies, List<String> notJudged) {
        // One that was seen to have committed may be half done all the same: one of its writes is what was seen.
        if (verdict.unknown() > 0) {
            notJudged.add("invariants, since " + verdict.unknown() + " transactions are of unknown outcome");
            return null;
        }
        if (!verdict.promise().includes(ProtocolType.Promise.SNAPSHOT_ISOLATION)) {
            notJudged.add("invariants, since with " + verdict.promise().inWords() + " updates may be lost");
            return null;
        }
        if (workload.invariants().isEmpty()) {
            notJudged.add("invariants, since the workload has none");
            return null;
        }
        List<String> violations = invariants(verdict);
        anomalies.addAll(violations);
        return violations.isEmpty();
    }

    /** What versions are in a table of a workload that runs on a protocol, by the table's number. */
    static IntFunction<ProtocolType.Versions> versions(ProtocolType protocol) {
        IntFunction<ProtocolType> byTable = SharedProtocols.byTable(protocol);
        return table -> byTable.apply(table).traits().versions();
    }

    /** What the checker looks for. */
    public static CheckOptions options(
            Workload workload, Items items, ProtocolType.Promise promise, IntFunction<ProtocolType.Versions> versions) {
        // Asked once for each access, so looked up beforehand.
        ProtocolType.Versions[] ofTable = workload.tables().stream()
                .map(table -> table.ordered() ? ProtocolType.Versions.SHARED : versions.apply(table.id()))
                .toArray(ProtocolType.Versions[]::new);
        return CheckOptions.serializable()
                .withPromise(promise)
                .withVersions(table -> ofTable[table])
                .withNames(
                        type -> workload.transactions().get(type).name(),
                        table -> workload.tables().get(table).name())
                .withKeyNames(items::name);
    }

    /** What every item was before the first transaction. */
    public static InitialState initialState(Workload workload, Items items) {
        int tables = workload.tables().size();
        Population[] populations = new Population[tables];
        byte[][] values = new byte[tables][];
        for (int table = 0; table < tables; table++) {
            populations[table] = workload.population(table);
            values[table] = new byte[workload.tables().get(table).valueBytes()];
        }
        return (table, key, answer) -> {
            PluginWatch.beat();
            byte[] value = values[table];
            Arrays.fill(value, (byte) 0);
            items.describe(table, key, populations[table], value, answer);
        };
    }

    private List<String> invariants(Verdict verdict) {
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            Invariant invariant = workload.invariants().get(i);
            String violation = checks.get(i).violation(verdict.accountSum(invariant::accounts));
            if (violation != null) {
                violations.add("Invariant " + invariant.name() + " does not hold: " + violation);
            }
        }
        return violations;
    }

    /** Takes a record. */
    @FunctionalInterface
    private interface Records {
        void record(int table, long key, byte[] value);
    }

    /** Shows what a node has, or had, to the invariants on its way to the check of the final state. */
    private record JudgedRecords(ProtocolNode.RecordVisitor rows, Records judge) implements ProtocolNode.RecordVisitor {
        @Override
        public void record(int table, long key, long version, byte[] value, int lengthBytes) {
            judge.record(table, key, value);
            rows.record(table, key, version, value, lengthBytes);
        }

        @Override
        public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
            judge.record(table, key, value);
            rows.parts(table, key, versions, value, lengthBytes);
        }
    }
}
