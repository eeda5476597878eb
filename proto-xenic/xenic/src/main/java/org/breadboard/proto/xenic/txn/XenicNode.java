// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.xenic.txn.host.HostSetup;
import org.breadboard.proto.xenic.txn.host.HostThread;
import org.breadboard.proto.xenic.txn.host.LogWorker;
import org.breadboard.proto.xenic.txn.host.Shipments;
import org.breadboard.proto.xenic.txn.host.TypesSeen;
import org.breadboard.proto.xenic.txn.nic.NicCore;
import org.breadboard.proto.xenic.txn.nic.NicObserver;
import org.breadboard.proto.xenic.txn.nic.NicSetup;
import org.breadboard.proto.xenic.txn.nic.RoundsSeen;
import org.breadboard.proto.xenic.txn.recovery.XenicRecovery;
import org.breadboard.proto.xenic.txn.setup.Breakage;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.Journal;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Wire;

/** Xenic on one node (Xenic Fig. 6): its records, the cores of its NIC, the host's threads and workers. */
final class XenicNode implements ProtocolNode {
    private final Shard shard;
    private final NicCore[] cores;
    private final HostThread[] threads;

    XenicNode(
            NodeContext scope,
            ProtocolContext context,
            XenicOptions options,
            boolean onPath,
            Catalog catalog,
            TableImages[] images,
            NicObserver observer) {
        boolean recovers = scope.recovery() != null;
        Shipments shipments = new Shipments(scope, options.host, catalog.tables());
        NicCores nic = onPath ? scope.capability(NicCompute.class) : scope.capability(NicCores.class);
        for (TableSpec table : context.tables()) {
            if (table.spread() && !SpreadRanges.fits(table, nic.maxMessageBytes() - Wire.HEADER_BYTES)) {
                throw new RefusedException("table " + table.name() + " has values of " + table.valueBytes()
                        + " B, of which not even one fits into the answer for a range over all nodes, a message of "
                        + nic.maxMessageBytes() + " B: use shorter values");
            }
        }
        int each = (context.threads() * context.contexts() + nic.cores() - 1) / nic.cores();
        // A context's next transaction may begin while its last one commits.
        int slots = 2 * each;
        Journal.Lanes lanes = new Journal.Lanes(nic.cores(), slots);
        shard = new Shard(scope, nic, context, images, options.shard, lanes);
        if (!onPath) {
            shard.register(scope.node(), scope.capability(OneSidedVerbs.class));
        }
        int mostWriteBytes =
                (int) Math.min(nic.maxMessageBytes(), shard.log().mostBytes()) - 2 * Wire.HEADER_BYTES - 64;
        cores = new NicCore[nic.cores()];
        threads = new HostThread[context.threads()];
        NicSetup onNic = new NicSetup(
                scope.node(),
                scope.nodes(),
                context.contexts(),
                options.nic,
                catalog,
                shard,
                new RoundsSeen(catalog.types()),
                mostWriteBytes,
                recovers,
                observer);
        for (int core = 0; core < cores.length; core++) {
            cores[core] = new NicCore(onNic, scope, nic, core, slots);
        }
        HostSetup onHost = new HostSetup(
                scope.node(),
                threads.length,
                context.contexts(),
                cores.length,
                options.host,
                catalog,
                shard,
                new TypesSeen(catalog.types()),
                shipments,
                mostWriteBytes);
        for (int thread = 0; thread < threads.length; thread++) {
            threads[thread] = new HostThread(onHost, scope, nic, thread);
        }
        for (int worker = 0; worker < shard.log().workers(); worker++) {
            new LogWorker(onHost, scope, nic, worker);
        }
        if (recovers) {
            boolean skipsScan = options.host.breakage == Breakage.SKIP_LOG_SCAN;
            XenicRecovery source = new XenicRecovery(scope, catalog, shard, options.host);
            RecoverySource all =
                    LocalRecovery.of(scope, catalog.placement(), shard.locals(), options.host.memory, source);
            RecoveryAgent.build(scope, catalog.placement(), all, new RecoveryAgent.Faults(false, skipsScan, false));
        }
    }

    /** How many cores of its NIC run. */
    int cores() {
        return cores.length;
    }

    /** The client's transaction for a reference of this node's NIC. */
    Transaction client(long reference) {
        long host = cores[Wire.core(reference)].hostReference(reference);
        return threads[HostWire.thread(host)].transaction(HostWire.context(host));
    }

    @Override
    public List<Region> copy(int partition) {
        return shard.copy(partition);
    }

    @Override
    public long copyBytes(int partition) {
        return shard.copyBytes(partition);
    }

    @Override
    public boolean holds(Commit commit, int access) {
        return shard.holds(commit.transaction(), access);
    }

    /** Nothing may be locked. */
    @Override
    public List<String> violations() {
        return shard.locksLeft();
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        shard.records(partition, visitor);
    }

    /** Workers that cannot keep up have a log to apply when the last transaction has ended. */
    @Override
    public Background background() {
        return shard.background();
    }

    @Override
    public List<String> remarks() {
        return shard.remarks();
    }
}
