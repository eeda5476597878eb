// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.table.CommitLog;
import org.breadboard.proto.fasst.table.HeldHeaders;

/**
 * What the cores of a NIC serve: the tables and the log of their host, and of each partition that the node is the
 * primary of the header words, in the NIC's memory. There the cores lock and compare them; a version that is installed
 * is written to the host's header, too, since the NIC's memory survives no crash.
 */
public final class NicTables {
    private static final Layout LAYOUT = new Layout("fasst.nic.headers", 1);

    private final Placement placement;
    private final int node;
    private final TableCopies[] tables;
    private final CommitLog log;
    private final Region[][] words;

    /**
     * Of a node whose cores serve its requests. Only while the node is built.
     *
     * @throws RefusedException if the NIC's memory has no room for the header words, or a table is ordered
     */
    public NicTables(NodeContext scope, NicCores nic, Placement placement, TableCopies[] tables, CommitLog log) {
        this.placement = placement;
        node = scope.node();
        this.tables = tables;
        this.log = log;
        words = new Region[tables.length][placement.partitions()];
        for (int table = 0; table < tables.length; table++) {
            if (tables[table].isOrdered()) {
                throw new RefusedException(tables[table]
                        + " is ordered, and the backups of ordered tables are trees that CPUs change: set"
                        + " protocol.rpcs=host, or use a workload of hash tables");
            }
            for (int partition = 0; partition < placement.partitions(); partition++) {
                if (placement.node(partition, 0) == scope.node()) {
                    words[table][partition] = words(nic, tables[table], partition);
                }
            }
        }
        if (!(nic instanceof NicCompute)) {
            register(scope.capability(OneSidedVerbs.class), placement);
        }
    }

    private static Region words(NicCores nic, TableCopies table, int partition) {
        MicaStore store = (MicaStore) table.store();
        Region words = nic.memory("nic." + table.name(partition), (long) Long.BYTES * store.mainBuckets(), LAYOUT);
        Region host = table.region(partition);
        for (long bucket = 0; bucket < store.mainBuckets(); bucket++) {
            long word = host.getLong(store.headerOf(bucket));
            if (word != 0) {
                words.putLong(bucket * Long.BYTES, word);
            }
        }
        return words;
    }

    private void register(OneSidedVerbs verbs, Placement placement) {
        verbs.register(log.region());
        for (TableCopies table : tables) {
            for (int partition = 0; partition < placement.partitions(); partition++) {
                if (table.has(partition)) {
                    verbs.register(table.region(partition));
                }
            }
        }
    }

    /** What is locked now, while nothing is under way, one sentence for each partition. */
    public List<String> locksLeft() {
        return LocksLeft.find(
                placement,
                node,
                tables.length,
                table -> tables[table].toString(),
                (table, partition) -> HeldHeaders.held(store(table), words[table][partition], 0, Long.BYTES, false));
    }

    int count() {
        return tables.length;
    }

    TableCopies table(int table) {
        return tables[table];
    }

    MicaStore store(int table) {
        return (MicaStore) tables[table].store();
    }

    /** The header words of a table, by partition; null where this node is not the primary. */
    Region[] words(int table) {
        return words[table];
    }

    CommitLog log() {
        return log;
    }
}
