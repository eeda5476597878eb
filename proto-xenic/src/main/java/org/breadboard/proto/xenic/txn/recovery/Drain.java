package org.breadboard.proto.xenic.txn.recovery;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.JournaledWrites;
import org.breadboard.proto.xenic.txn.shard.LogRecord;
import org.breadboard.proto.xenic.txn.shard.LogRings;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * Goes on where the workers of earlier configurations stopped: it applies what their logs have. Where a ring ended only
 * its NIC knew; so all places are looked at where a record may begin. Stands for all workers, each of which goes
 * through its own ring at the same time.
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

    private final List<KeptLog> logs;
    private final Shard shard;
    private final int node;
    private final MemoryCost memory;
    private final OverlappedMisses misses;
    private final LogRecord record = new LogRecord();
    private JournaledWrites writes;
    private byte[] buffer;
    private int log;
    private int ring;
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
        while (log < logs.size() && lines < LINES_PER_STEP && records < RECORDS_PER_STEP) {
            LogRings rings = logs.get(log).rings();
            begin(rings);
            long next = position < limit ? rings.visit(ring, position, buffer, record) : NOWHERE;
            if (next >= 0) {
                records++;
                apply(step);
                rings.head(ring, next);
            } else {
                lines++;
                next = position + Region.LINE_BYTES;
            }
            position = next;
            if (position >= limit) {
                end(rings);
            }
        }
        step.stall(lines * LINE_NS / Math.max(1, shard.log().rings()));
        return log == logs.size();
    }

    private void begin(LogRings rings) {
        if (ring == 0 && position == NOWHERE) {
            writes = new JournaledWrites(logs.get(log).journal(), shard, memory, misses);
            buffer = new byte[(int) rings.mostBytes() + Region.LINE_BYTES];
        }
        if (position == NOWHERE) {
            position = rings.head(ring);
            limit = rings.limit(ring);
        }
    }

    private void end(LogRings rings) {
        position = NOWHERE;
        ring++;
        if (ring == rings.rings()) {
            ring = 0;
            log++;
        }
    }

    private void apply(Step step) {
        RecordBatch batch = record.batch();
        for (int i = 0; i < batch.count(); i++) {
            int partition = batch.partition(i);
            boolean isHere = shard.has(batch.table(i), partition)
                    && logs.get(log)
                            .equals(KeptLog.behind(logs, logs.get(log).journal().epoch(), partition, node));
            if (!writes.apply(step, ring, record, i, isHere)) {
                throw new IllegalStateException("ring " + ring + " of node " + node + " lacks what comes before key "
                        + batch.key(i) + " of table " + batch.table(i) + ", or there is no room for it");
            }
        }
    }
}
