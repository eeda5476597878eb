// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.durable.UndoLog;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.Breakage;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireKey;
import org.breadboard.proto.nocc.shard.RequestLog;
import org.breadboard.proto.nocc.shard.ShardImages;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;
import org.breadboard.proto.nocc.shard.StoreRecovery;

/**
 * A store: one shard, the cores that serve it, and copies of the shards that it backs up. While machines are lost it
 * may serve several.
 */
public final class StoreNode implements ProtocolNode {
    private final List<TableSpec> tables;
    private final int node;
    private final Placement placement;
    /** By partition; null where this node has no copy. */
    private final ShardRecords[] shards;
    /** Null if there is one copy of each record. */
    private final Replication replication;
    /** Null if no machine may crash. */
    private final RequestLog log;

    /**
     * Builds it on a node.
     *
     * @param clients how many there are at most
     */
    public StoreNode(
            NodeContext scope,
            List<TableSpec> tables,
            Placement placement,
            ShardImages images,
            NoccOptions options,
            Addresses addresses,
            Witnesses witnesses,
            int clients) {
        this.tables = tables;
        this.placement = placement;
        node = scope.node();
        boolean recovers = scope.recovery() != null;
        shards = new ShardRecords[placement.partitions()];
        for (int partition = 0; partition < shards.length; partition++) {
            if (placement.copy(partition, node) >= 0) {
                String name = "nocc.records." + partition;
                Region region = scope.region(
                        name, images.image(partition), recovers ? Lifetime.SURVIVES_CRASH : Lifetime.PROCESS);
                shards[partition] =
                        new ShardRecords(region, recovers ? new UndoLog(scope, name + ".undo", region) : null);
            }
        }
        log = recovers ? new RequestLog(scope, node, clients) : null;
        replication = placement.replicas() == 1 ? null : Replication.of(scope, placement, shards, options, clients);
        Shards served =
                new Shards(served().mapToObj(partition -> shards[partition]).toArray(ShardRecords[]::new));
        Executor executor = new Executor(served, options.corrections, options.breakage);
        Memories memories = new Memories(witnesses, node, options.format);
        Journal journal = recovers ? new Journal(served, log) : null;
        for (int core = 0; core < options.storeCores; core++) {
            new StoreCore(scope, options, addresses, executor, memories, replication, journal, core);
        }
        if (recovers) {
            RecoveryAgent.build(
                    scope,
                    placement,
                    new StoreRecovery(scope, placement, shards),
                    new RecoveryAgent.Faults(false, options.breakage == Breakage.SKIP_LOG_SCAN, false));
        }
    }

    private IntStream served() {
        return IntStream.range(0, shards.length).filter(partition -> placement.node(partition, 0) == node);
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        shards[partition].forEach((key, version, value) -> {
            int table = WireKey.table(key);
            visitor.record(
                    table, WireKey.key(key), version, value, tables.get(table).valueBytes());
        });
    }

    /**
     * Whether its copy has a write: answers wait for that. Battery-backed it is where machines may crash; elsewhere the
     * same memory is looked at, since stores and backups go the same ways there.
     */
    @Override
    public boolean holds(Commit commit, int access) {
        Transaction transaction = commit.transaction();
        int table = transaction.table(access);
        long key = transaction.key(access);
        ShardRecords shard = shards[placement.partition(table, key)];
        long address = shard == null ? ShardRecords.ABSENT : shard.find(WireKey.of(table, key));
        if (address == ShardRecords.ABSENT) {
            return false;
        }
        byte[] value = new byte[Wire.VALUE_BYTES];
        int from = transaction.newAt(access);
        System.arraycopy(transaction.values(), from, value, 0, transaction.newBytes(access));
        return shard.holds(address, transaction.installedVersion(access), value, 0);
    }

    /** With the log, since a store writes a record before any backup has it. */
    @Override
    public List<Region> copy(int partition) {
        List<Region> regions = new ArrayList<>(shards[partition].regions());
        regions.add(log.region());
        return regions;
    }

    @Override
    public long copyBytes(int partition) {
        return shards[partition].region().sizeBytes() + log.usedBytes();
    }

    /** Backups may lack what no client waits for any more. */
    @Override
    public boolean isAtRest() {
        return replication == null || replication.isSettled();
    }

    /** A lock that is left belongs to a transaction that nobody decided. */
    @Override
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        served().forEach(partition -> locked(shards[partition], violations));
        return violations;
    }

    private void locked(ShardRecords records, List<String> violations) {
        records.forEachLocked(
                log != null,
                (key, owner) -> violations.add("Key " + WireKey.key(key) + " of table "
                        + tables.get(WireKey.table(key)).name() + " is still locked on node " + node + ", for client "
                        + (owner - 1) + "."));
    }
}
