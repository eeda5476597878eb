// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.store.RobinHoodCursor;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.shard.XenicTable;

/**
 * How a host thread reads the records that its own node is the primary of: in the host's table, with the CPU's loads
 * (Xenic 4.2.4). The table may be behind what the NIC has committed, so what is read this way is looked at again before
 * anything comes of it. One thread.
 */
final class HostRecords {
    private final Shard shard;
    private final double memoryNs;
    private final RobinHoodCursor[] cursors;
    private byte[] value = new byte[256];

    HostRecords(Shard shard, double memoryNs) {
        this.shard = shard;
        this.memoryNs = memoryNs;
        cursors = new RobinHoodCursor[shard.tables()];
        for (int table = 0; table < cursors.length; table++) {
            XenicTable hashed = shard.table(table);
            cursors[table] = hashed == null ? null : hashed.store().cursor();
        }
    }

    /** Answers an access to a record of a partition that this node is the primary of. */
    void read(Step step, Transaction transaction, int access, int partition) {
        XenicTable table = shard.table(transaction.table(access));
        Region region = table.region(partition);
        RobinHoodCursor cursor = cursors[transaction.table(access)];
        if (table.valueBytes() > value.length) {
            value = new byte[table.valueBytes()];
        }
        step.stall(memoryNs);
        while (true) {
            cursor.find(transaction.key(access));
            if (cursor.load(region) == Cursor.State.ABSENT) {
                transaction.missing(access, cursor.absentVersion());
                return;
            }
            if (cursor.copyValue(region, value, 0)) {
                transaction.fetched(access, cursor.version(), value, 0, table.valueBytes());
                return;
            }
        }
    }
}
