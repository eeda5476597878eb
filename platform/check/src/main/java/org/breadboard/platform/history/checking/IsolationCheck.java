// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.graph.SnapshotCycles;
import org.breadboard.platform.history.verdict.AnomalyKind;

/**
 * Looks for what promises below serializability forbid, but for cycles of dependencies alone, which none allows.
 *
 * <p>Snapshot isolation is judged twice. Who names instants is held to them, operation by operation: then all
 * dependencies agree with the order of starts and commits, so there is no cycle of Adya's G-SIb either. Whoever names
 * none is judged by {@link SnapshotCycles}.
 */
final class IsolationCheck {
    private final CheckRound round;
    private final Columns columns;
    private final VersionIndex index;

    IsolationCheck(CheckRound round) {
        this.round = round;
        columns = round.columns;
        index = round.index;
    }

    /** Judges; {@code graph} has no edges of real time. */
    void judge(DependencyGraph graph) {
        Promise promise = round.options.promise();
        if (promise.includes(Promise.SERIALIZABLE)) {
            return;
        }
        if (promise != Promise.SNAPSHOT_ISOLATION) {
            for (int t = 0; t < columns.transactions; t++) {
                fractured(t);
            }
            return;
        }
        for (int key = 0; key < round.keys.size(); key++) {
            instants(key);
        }
        for (int t = 0; t < columns.transactions; t++) {
            if (columns.status[t] == Columns.COMMITTED && !columns.isTimed(t)) {
                round.findings.countUnnamed();
            }
        }
        new SnapshotCycles(graph)
                .find(cycle -> round.findings.add(
                        AnomalyKind.G_SIB,
                        () -> round.narrator.cycle(cycle),
                        round.narrator.ids(cycle.transactions())));
    }

    // Read atomicity.

    /** Reports each read of what another wrote whose other writes the transaction missed. */
    private void fractured(int t) {
        for (int op = columns.firstOperation[t]; isCommitted(t) && op < columns.firstOperation[t + 1]; op++) {
            int source = isRead(op) ? index.installAtOrBelow(columns.key[op], columns.version[op]) : -1;
            int writer = source < 0 ? t : columns.transaction[source];
            for (int other = columns.firstOperation[t]; writer != t && other < columns.firstOperation[t + 1]; other++) {
                int missed = isRead(other) ? columns.finalInstall(writer, columns.key[other]) : -1;
                if (missed >= 0 && columns.version[missed] > columns.version[other]) {
                    int read = op;
                    int old = other;
                    round.findings.add(
                            AnomalyKind.FRACTURED_READ,
                            () -> round.narrator.fractured(read, old, missed),
                            columns.id[t],
                            columns.id[writer]);
                }
            }
        }
    }

    private boolean isCommitted(int t) {
        return columns.status[t] == Columns.COMMITTED;
    }

    private boolean isRead(int op) {
        return columns.key[op] >= 0 && !columns.isInstall(op) && (columns.info[op] & Columns.ASTRAY) == 0;
    }

    // Snapshot isolation, by the instants that transactions name.

    private void instants(int key) {
        int current = -1;
        int from = index.start[key];
        for (int at = from; at < index.start[key + 1]; at++) {
            int op = index.order[at];
            if (index.isCommittedFinal(op)) {
                interference(op, current);
                for (int read = from; read < at; read++) {
                    missed(index.order[read], op);
                }
                current = op;
                from = at + 1;
            } else if (isCommitted(columns.transaction[op]) && isRead(op)) {
                interference(op, current);
            }
        }
    }

    /** Reports an operation on what was committed after the instant whose state its transaction has read. */
    private void interference(int op, int install) {
        int t = columns.transaction[op];
        int other = install < 0 ? t : columns.transaction[install];
        if (other != t && areTimed(t, other) && columns.commit(other) > columns.snapshot(t)) {
            round.findings.add(
                    AnomalyKind.G_SIA,
                    () -> round.narrator.interference(op, install),
                    columns.id[other],
                    columns.id[t]);
        }
    }

    /** Reports a read that shows less than was committed by the instant whose state its transaction has read. */
    private void missed(int read, int next) {
        int t = columns.transaction[read];
        int other = columns.transaction[next];
        if (other != t
                && isRead(read)
                && isCommitted(t)
                && areTimed(t, other)
                && columns.commit(other) <= columns.snapshot(t)) {
            round.findings.add(
                    AnomalyKind.G_SIB, () -> round.narrator.missed(read, next), columns.id[t], columns.id[other]);
        }
    }

    private boolean areTimed(int t, int other) {
        return columns.isTimed(t) && columns.isTimed(other);
    }
}
