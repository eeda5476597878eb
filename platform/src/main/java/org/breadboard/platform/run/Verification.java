package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.history.AnomalyKind;
import org.breadboard.platform.history.CheckOptions;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChecker;
import org.breadboard.platform.history.HistorySource;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.ValueHash;
import org.breadboard.platform.history.Verdict;

/** Judges a run that has come to rest: its history, its replicas and its invariants. */
final class Verification {
    private final Cluster cluster;
    private final Workload workload;
    private final Placement placement;

    Verification(Cluster cluster) {
        this.cluster = cluster;
        this.workload = cluster.workload();
        this.placement = cluster.placement();
    }

    RunVerdict judge(HistorySource history, ProtocolType.Promise promise) {
        CheckOptions options = options(workload, promise);
        Verdict verdict = HistoryChecker.check(history, options, initialState(workload), this::visit);
        List<String> anomalies = new ArrayList<>();
        verdict.anomalies().forEach(anomaly -> anomalies.add(anomaly.toString()));
        for (ProtocolNode node : cluster.nodes()) {
            anomalies.addAll(node.violations());
        }
        // The sum over transactions of unknown outcome is unknown too, unless each was seen to have committed.
        boolean judged = verdict.unknown() == verdict.unknownCommitted();
        boolean invariantsHold = true;
        if (judged) {
            List<String> violations = invariants(verdict.accountSum());
            invariantsHold = violations.isEmpty();
            anomalies.addAll(violations);
        }
        boolean realTime = verdict.anomalyCounts().getOrDefault(AnomalyKind.REAL_TIME, 0L) == 0;
        return new RunVerdict(
                verdict.serializable() && realTime,
                verdict.strictChecked(),
                verdict.replicasEqual(),
                invariantsHold,
                verdict.committed(),
                verdict.unknown(),
                anomalies);
    }

    /** What the checker looks for. */
    static CheckOptions options(Workload workload, ProtocolType.Promise promise) {
        return CheckOptions.serializable()
                .withStrict(promise == ProtocolType.Promise.STRICT_SERIALIZABLE)
                .withNames(
                        type -> workload.transactions().get(type).name(),
                        table -> workload.tables().get(table).name());
    }

    /** What every record was before the first transaction. */
    static InitialState initialState(Workload workload) {
        int tables = workload.tables().size();
        Population[] populations = new Population[tables];
        byte[][] values = new byte[tables][];
        for (int table = 0; table < tables; table++) {
            populations[table] = workload.population(table);
            values[table] = new byte[workload.tables().get(table).valueBytes()];
        }
        return (table, key, answer) -> {
            byte[] value = values[table];
            java.util.Arrays.fill(value, (byte) 0);
            if (populations[table].value(key, value)) {
                answer.present(0, ValueHash.of(value, 0, value.length));
            } else {
                answer.absent(0);
            }
        };
    }

    /** Shows each copy of each partition in turn. */
    private void visit(FinalState.Visitor visitor) {
        for (int partition = 0; partition < placement.partitions(); partition++) {
            for (int copy = 0; copy < placement.replicas(); copy++) {
                int node = placement.node(partition, copy);
                visitor.replica(node, partition, copy == 0);
                cluster.nodes()
                        .get(node)
                        .records(
                                copy,
                                (table, key, version, value, lengthBytes) ->
                                        visitor.row(table, key, version, ValueHash.of(value, 0, lengthBytes)));
            }
        }
    }

    private List<String> invariants(long account) {
        List<Invariant.Check> checks = new ArrayList<>();
        for (Invariant invariant : workload.invariants()) {
            checks.add(invariant.begin(account));
        }
        for (ProtocolNode node : cluster.nodes()) {
            node.records(0, (table, key, version, value, lengthBytes) -> {
                for (Invariant.Check check : checks) {
                    check.record(table, key, value);
                }
            });
        }
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            String violation = checks.get(i).violation();
            if (violation != null) {
                violations.add("Invariant " + workload.invariants().get(i).name() + " does not hold: " + violation);
            }
        }
        return violations;
    }
}
