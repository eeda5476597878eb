// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.nic.NicServer;
import org.breadboard.proto.fasst.nic.NicSetup;
import org.breadboard.proto.fasst.nic.NicTables;
import org.breadboard.proto.fasst.table.CommitLog;
import org.breadboard.proto.fasst.table.FasstRecovery;
import org.breadboard.proto.fasst.table.HeldHeaders;
import org.breadboard.proto.fasst.table.LogReplicas;

/** FaSST on one node: its copies of tables, its commit log and its threads. */
final class FasstNode implements ProtocolNode {
    private final FasstProtocol protocol;
    private final int node;
    private final LogReplicas logReplicas;
    private final TableCopies[] tables;
    private final CommitLog log;
    private final List<HostThread> threads = new ArrayList<>();
    private final HeldHeaders held;
    /** Null if no machine crashes, or no table is ordered. */
    private final InsertJournal inserts;
    /** Null if host threads serve requests. */
    private final NicTables nicTables;

    FasstNode(
            FasstProtocol protocol,
            NodeContext scope,
            ProtocolContext context,
            FasstOptions options,
            TableImages[] images) {
        this.protocol = protocol;
        this.node = scope.node();
        Placement placement = context.placement();
        logReplicas = new LogReplicas(scope, placement.replicas());
        this.tables = new TableCopies[images.length];
        for (int table = 0; table < images.length; table++) {
            tables[table] = new TableCopies(scope, placement, images[table], FasstNode::version);
        }
        this.log = new CommitLog(scope, logReplicas, context.threads(), context.contexts());
        inserts = InsertJournal.of(scope, placement, TableCopies.locals(tables), context.threads(), context.contexts());
        NicCores nic = options.rpcs == RpcPlace.NIC ? RpcPlace.cores(scope) : null;
        int callersPerCore = nic == null ? 0 : RpcPlace.callersPerCore(context.threads() * context.contexts(), nic);
        for (int thread = 0; thread < context.threads(); thread++) {
            threads.add(new HostThread(
                    scope, context, options, tables, log, logReplicas, inserts, nic, callersPerCore, thread));
        }
        nicTables = nic == null ? null : new NicTables(scope, nic, placement, tables, log);
        if (nic != null) {
            serve(scope, context, options, nic, callersPerCore);
        }
        held = new HeldHeaders(placement, node, tables, scope.recovery() != null);
        if (scope.recovery() != null) {
            refuseWhatCannotRecover(options);
            FasstRecovery source = new FasstRecovery(scope, placement, tables, options.memory);
            RecoverySource all = LocalRecovery.of(scope, placement, TableCopies.locals(tables), options.memory, source);
            boolean skipsScan = options.breakage == Breakage.SKIP_LOG_SCAN;
            RecoveryAgent.build(scope, placement, all, new RecoveryAgent.Faults(false, skipsScan, false));
        }
    }

    private void refuseWhatCannotRecover(FasstOptions options) {
        if (options.rpcs == RpcPlace.NIC) {
            throw new RefusedException(
                    "with protocol.rpcs=nic versions are in the memory of NICs, which no crash leaves:"
                            + " set protocol.rpcs=host, or leave crashes out of faults.nemesis");
        }
    }

    /** Puts a server on each core of the NIC. */
    private void serve(
            NodeContext scope, ProtocolContext context, FasstOptions options, NicCores nic, int callersPerCore) {
        NicSetup setup = new NicSetup(
                nicTables,
                HostThread.LOG_TYPE,
                context.threads(),
                context.contexts(),
                callersPerCore,
                RpcPlace.mostBytes(scope.capability(DatagramTransport.class)),
                (1 - RpcPlace.CALLERS_SHARE) * options.rpc.cost.entryNs());
        for (int core = 0; core < nic.cores(); core++) {
            new NicServer(scope, nic, core, setup);
        }
    }

    private static long version(Region region, long headerAddress, long valueAddress) {
        return HeaderWord.version(region.getLong(headerAddress));
    }

    /** Whether a worker of this node has lost a packet, and left its transaction undecided. */
    boolean hasLostPackets() {
        return threads.stream()
                .flatMap(thread -> thread.coordinators().stream())
                .anyMatch(Coordinator::isRetired);
    }

    CommitLog log() {
        return log;
    }

    @Override
    public List<Region> copy(int partition) {
        return InsertJournal.withJournal(inserts, partition, tables);
    }

    /** A recovery reads the logs, which had it before any replica did (FaSST 5.1). */
    @Override
    public boolean holds(Commit commit, int access) {
        return log.holds(commit.node(), commit.thread(), commit.context() + 1, commit.transaction(), access);
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        for (TableCopies table : tables) {
            table.records(partition, visitor);
        }
    }

    /**
     * Looks for the commit records of this node's coordinators at every log replica. A slot holds the latest record and
     * counts all: the count must be the coordinator's, and the record the one with that number, the same everywhere.
     * Where a worker lost a packet, its last record may be missing. Nothing may be locked, unless a worker lost a
     * packet.
     */
    @Override
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        if (!protocol.hasLostPackets()) {
            violations.addAll(nicTables == null ? held.left() : nicTables.locksLeft());
        }
        for (HostThread thread : threads) {
            for (Coordinator coordinator : thread.coordinators()) {
                for (int copy = 0; copy < logReplicas.copies(node); copy++) {
                    check(thread.number(), coordinator, copy, violations);
                }
            }
        }
        return violations;
    }

    private void check(int thread, Coordinator coordinator, int copy, List<String> violations) {
        int replica = logReplicas.node(node, copy);
        CommitLog there = protocol.node(replica).log;
        int coroutine = coordinator.coroutine();
        long expected = coordinator.records();
        long found = there.count(node, thread, coroutine);
        boolean undecided = coordinator.isRetired() && found == expected - 1;
        String whose = "of coroutine " + coroutine + " of thread " + thread + " of node " + node;
        if (found != expected && !undecided) {
            violations.add("The commit log on node " + replica + " has had " + found + " of the " + expected
                    + " records " + whose + ".");
        } else if (found > 0) {
            byte[] record = there.record(node, thread, coroutine);
            boolean same = undecided || Arrays.equals(record, log.record(node, thread, coroutine));
            long number = CommitLog.number(record);
            // Of the record that a retired coordinator left undecided, parts may be there.
            if (number != found && !(undecided && number == expected) || !same) {
                violations.add("The commit log on node " + replica + " does not hold record " + found + " " + whose
                        + " as it was committed.");
            }
        }
    }
}
