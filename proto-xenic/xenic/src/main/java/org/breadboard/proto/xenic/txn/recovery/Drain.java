// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.recovery;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.HostLog;
import org.breadboard.proto.xenic.txn.shard.JournaledWrites;
import org.breadboard.proto.xenic.txn.shard.LogRecord;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * Goes on where the workers of earlier configurations stopped: it applies what their logs have. Where a ring ended only
 * its NIC knew; so all places are looked at where a record may begin. Stands for all workers, which go through the log
 * at the same time.
 */
final class Drain {
    /**
     * CPU per cache line that is looked at one after another, in ns (assumed: a core streams 12 GB/s from memory). No
     * setting: it is a part of what a crash costs, beside leases and copies.
     */
    private static final double LINE_NS = 5;

    private static final int LINES_PER_STEP = 4096;
    private static final int RECORDS_PER_STEP = 64;
    private static final int NOWHERE = -1;
    private static final long ALL = -1;

    private final List<KeptLog> logs;
    private final Shard shard;
    private final int node;
    private final MemoryCost memory;
    private final OverlappedMisses misses;
    private final LogRecord record = new LogRecord();
    private JournaledWrites writes;
    private byte[] buffer;
    private int number;
    private long position = NOWHERE;
    private long limit;

    Drain(List<KeptLog> logs, Shard shard, int node, XenicOptions.Host options) {
        this.logs = logs;
        this.shard = shard;
        this.node = node;
        memory = options.memory;
        misses = new OverlappedMisses(options.missesAtOnce);
    }

    /** Goes on; whether nothing is left. */
    boolean go(Step step) {
        int lines = 0;
        int records = 0;
        while (number < logs.size() && lines < LINES_PER_STEP && records < RECORDS_PER_STEP) {
            HostLog log = logs.get(number).log();
            begin(log);
            long next = position < limit ? log.visit(position, ALL, buffer, record) : HostLog.NOTHING;
            if (next == HostLog.NOTHING) {
                lines++;
                next = position + Region.LINE_BYTES;
            } else {
                records++;
                apply(step, log);
                come(log, next);
            }
            position = next;
            if (position >= limit) {
                position = NOWHERE;
                number++;
            }
        }
        step.stall(lines * LINE_NS);
        return number == logs.size();
    }

    private void begin(HostLog log) {
        if (position == NOWHERE) {
            writes = new JournaledWrites(logs.get(number).journal(), shard, memory, misses);
            buffer = new byte[(int) log.mostBytes() + Region.LINE_BYTES];
            position = log.lowestHead();
            limit = log.limit();
        }
    }

    private void apply(Step step, HostLog log) {
        RecordBatch batch = record.batch();
        for (int i = 0; i < batch.count(); i++) {
            int worker = shard.worker(batch.table(i), batch.key(i));
            if (position < log.head(worker)) {
                continue;
            }
            int partition = batch.partition(i);
            boolean isHere = shard.has(batch.table(i), partition)
                    && logs.get(number)
                            .equals(KeptLog.behind(
                                    logs, logs.get(number).journal().epoch(), partition, node));
            if (!writes.apply(step, worker, record, i, isHere)) {
                throw new IllegalStateException("the log of node " + node + " lacks what comes before key "
                        + batch.key(i) + " of table " + batch.table(i) + ", or there is no room for it");
            }
        }
    }

    /** All workers have come so far. */
    private static void come(HostLog log, long position) {
        for (int worker = 0; worker < log.workers(); worker++) {
            if (log.head(worker) < position) {
                log.head(worker, position);
            }
        }
    }
}
