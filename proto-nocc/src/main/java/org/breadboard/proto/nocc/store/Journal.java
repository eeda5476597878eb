// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.shard.LogRecord;
import org.breadboard.proto.nocc.shard.RequestLog;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;

/**
 * What a store writes down of the requests that take effect, in a run whose machines may crash. A step of a store is
 * there as a whole or not at all, so it is written after it was executed. The store's thread.
 */
final class Journal {
    /** Of a request that does not say how many records it has: it is never found to be whole. */
    private static final int MORE_THAN_ANY = 0xffff;

    private final Shards records;
    private final RequestLog log;
    private final LogRecord record = new LogRecord();
    private final byte[] value = new byte[Wire.VALUE_BYTES];

    /**
     * Of a store.
     *
     * @param log in its own memory
     */
    Journal(Shards records, RequestLog log) {
        this.records = records;
        this.log = log;
    }

    /**
     * Writes down what a request did that was just executed.
     *
     * @param type of the request
     * @param wasPrepared whether its client had something prepared before
     * @return what backups have to get; null if it has changed nothing
     */
    LogRecord executed(ClientMemory memory, int request, int type, boolean wasPrepared) {
        long id = memory.number(request);
        if (type == Wire.DECIDE && memory.tookEffect) {
            record.begin(LogRecord.Kind.DECIDED, memory.client, id);
            return record;
        }
        if (memory.tookEffect) {
            wrote(memory, id);
        } else if (memory.isPrepared) {
            prepared(memory, id);
        } else if (wasPrepared) {
            released(memory, id);
        } else {
            return null;
        }
        if (record.count() == 0) {
            return null;
        }
        log.write(record);
        return record;
    }

    private void wrote(ClientMemory memory, long id) {
        record.begin(LogRecord.Kind.DONE, memory.client, id);
        OpList answer = memory.answer;
        for (int op = 0; op < answer.count(); op++) {
            if (answer.type(op) == Wire.UPDATED) {
                add(answer, op, true, records.version(records.find(answer.key(op))));
            }
        }
        record.wanted(record.count());
    }

    /** What is written comes first, since a record that is compared as well is there once. */
    private void prepared(ClientMemory memory, long id) {
        record.begin(LogRecord.Kind.PREPARED, memory.client, id);
        OpList ops = memory.prepared;
        for (int type : new int[] {Wire.WRITE, Wire.VALUE}) {
            for (int op = 0; op < ops.count(); op++) {
                if (ops.type(op) == type && !record.has(ops.key(op))) {
                    long version = records.version(records.find(ops.key(op)));
                    add(ops, op, type == Wire.WRITE, type == Wire.WRITE ? version + 1 : version);
                }
            }
        }
        int all = ops.find(Wire.NOP, 0);
        record.wanted(all == OpList.NONE ? MORE_THAN_ANY : (int) Bytes.getLong(ops.values(), ops.valueAt(all)));
    }

    /**
     * What was prepared is undone. A log must say so, since others may still have it as prepared: it says one of its
     * records as it is, under a later number.
     */
    private void released(ClientMemory memory, long id) {
        record.begin(LogRecord.Kind.DONE, memory.client, id);
        OpList ops = memory.prepared;
        for (int op = 0; op < ops.count() && record.count() == 0; op++) {
            long address = ops.type(op) == Wire.NOP ? ShardRecords.ABSENT : records.find(ops.key(op));
            if (address != ShardRecords.ABSENT) {
                records.read(address, value, 0);
                record.add(ops.key(op), false, records.version(address), value, 0);
            }
        }
        record.wanted(record.count());
    }

    private void add(OpList ops, int op, boolean written, long version) {
        record.add(ops.key(op), written, version, ops.values(), ops.valueAt(op));
    }
}
