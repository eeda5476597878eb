// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.drtm.log.DrtmRecovery;
import org.breadboard.proto.drtm.log.ReplicaLog;
import org.breadboard.proto.drtm.nic.NicServer;
import org.breadboard.proto.drtm.setup.Breakage;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.NodeTables;

/** DrTM+H on one node: its copies of tables, the log that others write, and its threads. */
final class DrtmNode implements ProtocolNode {
    private final Placement placement;
    private final NodeTables tables;
    private final ReplicaLog log;
    private final int nodes;
    private final int threads;
    private final boolean recovers;

    DrtmNode(NodeContext scope, ProtocolContext context, DrtmOptions options, TableImages[] images) {
        placement = context.placement();
        nodes = scope.nodes();
        threads = context.threads();
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        tables = new NodeTables(scope, context, images, verbs);
        log = new ReplicaLog(scope, context.threads(), options.logSlots);
        verbs.register(log.region());
        NicCores nic = options.rpcs == RpcPlace.NIC ? RpcPlace.cores(scope) : null;
        for (int thread = 0; thread < context.threads(); thread++) {
            new DrtmThread(scope, context, options, tables, log, nic, thread);
        }
        for (int core = 0; nic != null && core < nic.cores(); core++) {
            int callers = RpcPlace.callersPerCore(context.threads() * context.contexts(), nic);
            new NicServer(scope, nic, core, tables.copies(), options, callers);
        }
        recovers = scope.recovery() != null;
        if (recovers) {
            refuseWhatCannotRecover(options);
            DrtmRecovery source = new DrtmRecovery(scope, placement, tables.copies(), log, options.memory);
            RecoverySource all = LocalRecovery.of(scope, placement, tables.local(), options.memory, source);
            boolean skipsScan = options.breakage == Breakage.SKIP_LOG_SCAN;
            RecoveryAgent.build(scope, placement, all, new RecoveryAgent.Faults(false, skipsScan, false));
        }
    }

    private void refuseWhatCannotRecover(DrtmOptions options) {
        if (options.log == Way.RPC) {
            throw new RefusedException(
                    "with protocol.log=rpc backups store what a transaction writes before it has committed, and a crash"
                            + " may keep it from that: set protocol.log=one-sided, or leave crashes out of"
                            + " faults.nemesis");
        }
        if (options.rpcs == RpcPlace.NIC) {
            throw new RefusedException(
                    "with protocol.rpcs=nic cores of NICs change records, and recovery knows only what"
                            + " host threads leave half done: set protocol.rpcs=host, or leave crashes out of faults.nemesis");
        }
    }

    @Override
    public List<Region> copy(int partition) {
        return tables.copy(partition);
    }

    /** Nothing may be locked. */
    @Override
    public List<String> violations() {
        return tables.locksLeft(recovers);
    }

    /** Where machines may crash, records wait in logs until transactions are over. */
    @Override
    public Background background() {
        long done = 0;
        long pending = 0;
        for (int node = 0; node < nodes && recovers; node++) {
            for (int thread = 0; thread < threads; thread++) {
                done += log.applied(node, thread);
                pending += log.pending(node, thread);
            }
        }
        return new Background(done + pending, done);
    }

    @Override
    public boolean holds(Commit commit, int access) {
        Transaction transaction = commit.transaction();
        int table = transaction.table(access);
        int partition = placement.partition(table, transaction.key(access));
        TableCopies copies = tables.copies()[table];
        return copies.holds(partition, transaction, access)
                || log.holds(commit.node(), commit.thread(), transaction, access)
                || copies.isOrdered() && copies.hasValue(partition, transaction, access) && isAwaited(commit, access);
    }

    /**
     * Whether a log still has what moves the version of an access: where records of a transaction that share a header
     * are in several slots of the log, one may be applied before the last of them, which counts it.
     */
    private boolean isAwaited(Commit commit, int access) {
        Transaction transaction = commit.transaction();
        for (int other = 0; other < transaction.accesses(); other++) {
            if (other != access
                    && transaction.isLastWrite(other)
                    && transaction.table(other) == transaction.table(access)
                    && transaction.installedVersion(other) == transaction.installedVersion(access)
                    && log.holds(commit.node(), commit.thread(), transaction, other)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor);
    }
}
