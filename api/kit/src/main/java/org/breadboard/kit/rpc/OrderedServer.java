// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.kit.table.SpreadRanges;

/**
 * A thread's access to the ordered tables of its node. It serves the kit's own calls about them: parts of ranges over
 * all partitions, and what backups have to write. The thread's {@link OrderedPart}s work through it.
 */
final class OrderedServer {
    /** Serves a part of a range, which the value of the call describes. */
    static final int RANGE = 0;

    /** Writes to a backup what is not a transaction's last write under its header; the number is its version. */
    static final int APPLY = 1;

    /** The same of the last one. */
    static final int APPLY_LAST = 2;

    private static final int REQUEST_BYTES = RecordCall.HEADER_BYTES + SpreadRanges.REQUEST_BYTES;

    private final List<TableSpec> specs;
    private final LocalRecords records;
    private final RangeServer ranges;

    OrderedServer(ProtocolContext context, LocalTable[] tables, MemoryCost cost) {
        specs = context.tables();
        records = new LocalRecords(tables, cost);
        ranges = new RangeServer(records);
    }

    /** In words, for people. */
    static String operation(int operation) {
        return operation == RANGE ? "look at" : "write to a backup";
    }

    List<TableSpec> specs() {
        return specs;
    }

    LocalRecords records() {
        return records;
    }

    /** @throws RefusedException if a range over all partitions has a row that no answer of that length holds */
    void refuseUnlessFitting(int mostBytes) {
        if (specs.stream().anyMatch(TableSpec::spread) && REQUEST_BYTES > mostBytes) {
            throw new RefusedException("The request for a part of a range takes " + REQUEST_BYTES
                    + " B, and datagrams here have no room for that: use hardware with larger ones");
        }
        for (TableSpec table : specs) {
            if (table.spread() && !SpreadRanges.fits(table, mostBytes)) {
                throw new RefusedException("table " + table.name() + " has values of " + table.valueBytes()
                        + " B, of which not one fits into the answer for a range over all nodes, of " + mostBytes
                        + " B: use shorter values");
            }
        }
    }

    /** How long the answer to a call may be. */
    int answerBytes(RecordCall call) {
        boolean rows = call.operation() == RANGE;
        return RecordAnswer.HEADER_BYTES + (rows ? ranges.mostAnswerBytes(call.value(), call.valueAt()) : 0);
    }

    int serve(Step step, RecordCall call, RecordAnswer answer) {
        if (call.operation() == RANGE) {
            answer.value(ranges.serve(step, call.value(), call.valueAt(), answer.value(), answer.valueAt()));
            return 0;
        }
        boolean last = call.operation() == APPLY_LAST;
        boolean deletes = call.valueBytes() == 0;
        long version = call.number();
        boolean applied = records.apply(
                step, call.table(), call.partition(), call.key(), version, last, deletes, call.value(), call.valueAt());
        if (!applied) {
            throw new IllegalStateException("ordered table " + records.table(call.table()) + ": version " + version
                    + " of key " + call.key() + " came to a backup that lacks the one before it, or has no room");
        }
        return 0;
    }
}
