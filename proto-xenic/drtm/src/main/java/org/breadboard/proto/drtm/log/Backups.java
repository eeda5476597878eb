// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.proto.drtm.table.Records;

/** Applies committed writes to this node's backups, in any order of their logs. One thread; others do the same. */
public final class Backups {
    private final Records records;
    private final LocalRecords locals;
    private final Placement placement;
    private final int node;

    /** Writes to a node's hash tables and to its ordered ones. */
    public Backups(Records records, LocalRecords locals, Placement placement, int node) {
        this.placement = placement;
        this.node = node;
        this.records = records;
        this.locals = locals;
    }

    /** The list of writes, of a log or a transaction, is at its end. */
    public void listEnds() {
        records.listEnds();
    }

    /**
     * Applies a write, unless it or a later one is there, or the node does not back it up: records of logs have all
     * that their transaction writes, and where machines may crash primaries have them, too.
     *
     * @param what a {@link WriteWord}
     * @return false if another thread is at the record, or a write has to come before it: try again
     */
    public boolean apply(Step step, long what, long key, long version, byte[] bytes, int at) {
        int table = WriteWord.table(what);
        int partition = WriteWord.partition(what);
        if (!placement.isBackup(partition, node)) {
            return true;
        }
        if (locals.isLocal(table)) {
            boolean last = WriteWord.isLast(what);
            return locals.apply(step, table, partition, key, version, last, WriteWord.deletes(what), bytes, at);
        }
        return records.apply(step, table, partition, key, version, bytes, at, WriteWord.valueBytes(what));
    }
}
