// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.options.Breakage;
import org.breadboard.proto.nocc.options.Corrections;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;

/**
 * Executes requests on what a store serves, one after another: the order of arrival is the serialization order (NOCC
 * 2). It checks the compares; if one is stale it aborts and says the current values, otherwise it reads and writes. One
 * thread.
 */
final class Executor {
    private final Shards records;
    private final Corrections corrections;
    private final Breakage breakage;
    private final long[] addresses = new long[OpList.CAPACITY];
    private final byte[] value = new byte[Wire.VALUE_BYTES];

    Executor(Shards records, Corrections corrections, Breakage breakage) {
        this.records = records;
        this.corrections = corrections;
        this.breakage = breakage;
    }

    /** Begins what a crash leaves all of, or nothing: to execute a request, and to write down what it did. */
    void begin() {
        records.begin();
    }

    /** Ends it. */
    void end() {
        records.end();
    }

    /** Executes a whole request; the answer is in {@code memory} then. */
    void execute(ClientMemory memory, int request, int type, int status, OpList ops) {
        memory.witness.begin(request);
        memory.answer.clear();
        memory.tookEffect = false;
        if (type == Wire.DECIDE) {
            decide(memory, status == Wire.OK, ops);
            return;
        }
        release(memory); // what an attempt had prepared that its client gave up
        if (!locate(ops)) {
            answer(memory, 0, Wire.BADREQ);
        } else if (isLocked(ops)) {
            addCurrent(memory, ops, false);
            answer(memory, 0, Wire.LOCKED);
        } else if (breakage != Breakage.SKIP_COMPARE && addCurrent(memory, ops, true)) {
            answer(memory, 0, Wire.ABORT);
        } else if (type == Wire.PREPARE) {
            prepare(memory, ops);
        } else {
            commit(memory, ops);
        }
    }

    /** Finds the records; those that are read may be absent. */
    private boolean locate(OpList ops) {
        for (int op = 0; op < ops.count(); op++) {
            int type = ops.type(op);
            addresses[op] = type == Wire.NOP ? ShardRecords.ABSENT : records.find(ops.key(op));
            if (addresses[op] == ShardRecords.ABSENT && (type == Wire.WRITE || type == Wire.VALUE)) {
                return false;
            }
        }
        return true;
    }

    private boolean isLocked(OpList ops) {
        for (int op = 0; op < ops.count(); op++) {
            if (addresses[op] != ShardRecords.ABSENT && records.owner(addresses[op]) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds to the answer the current values of what is stale and, unless only failed compares are to be corrected, of
     * what else would have been written, so that a switch can take back what it believed.
     *
     * @param onlyIfStale adds nothing unless something is stale
     * @return whether something is stale
     */
    private boolean addCurrent(ClientMemory memory, OpList ops, boolean onlyIfStale) {
        boolean stale = false;
        for (int op = 0; op < ops.count(); op++) {
            if (ops.type(op) == Wire.VALUE && !records.holds(addresses[op], ops.values(), ops.valueAt(op))) {
                stale = true;
                add(memory.answer, Wire.VALUE, ops.key(op), addresses[op]);
            }
        }
        boolean writes = corrections == Corrections.WRITTEN && (stale || !onlyIfStale);
        for (int op = 0; writes && op < ops.count(); op++) {
            boolean isNew = memory.answer.find(Wire.VALUE, ops.key(op)) == OpList.NONE;
            if (ops.type(op) == Wire.WRITE && isNew) {
                add(memory.answer, Wire.VALUE, ops.key(op), addresses[op]);
            }
        }
        return stale;
    }

    private void add(OpList answer, int type, int key, long address) {
        records.read(address, value, 0);
        int op = answer.add(type, key, value, 0, Wire.VALUE_BYTES);
        answer.version(op, records.version(address));
    }

    private void commit(ClientMemory memory, OpList ops) {
        boolean readsOnly = true;
        for (int op = 0; op < ops.count(); op++) {
            int type = ops.type(op);
            readsOnly &= type == Wire.READ || type == Wire.NOP;
            if (addresses[op] == ShardRecords.ABSENT) {
                memory.answer.add(Wire.NOP, ops.key(op));
                memory.witness.tell(op, 0);
            } else if (type != Wire.WRITE) {
                memory.witness.tell(op, records.version(addresses[op]));
                if (type == Wire.READ) {
                    add(memory.answer, Wire.VALUE, ops.key(op), addresses[op]);
                }
            }
        }
        write(memory, ops);
        memory.tookEffect = !readsOnly;
        if (memory.tookEffect) {
            memory.witness.tookEffect();
        }
        answer(memory, readsOnly ? 0 : Wire.STORE_COMMIT, Wire.OK);
    }

    private void write(ClientMemory memory, OpList ops) {
        for (int op = 0; op < ops.count(); op++) {
            if (ops.type(op) == Wire.WRITE) {
                memory.witness.tell(op, records.write(addresses[op], ops.values(), ops.valueAt(op)));
                add(memory.answer, Wire.UPDATED, ops.key(op), addresses[op]);
            }
        }
    }

    private void prepare(ClientMemory memory, OpList ops) {
        memory.prepared.copyOf(ops);
        memory.isPrepared = true;
        for (int op = 0; op < ops.count(); op++) {
            if (addresses[op] != ShardRecords.ABSENT) {
                memory.witness.tell(op, records.version(addresses[op]));
                records.owner(addresses[op], memory.client + 1L);
            }
        }
        memory.witness.prepared(ops.count());
        answer(memory, 0, Wire.OK);
    }

    private void decide(ClientMemory memory, boolean commit, OpList ops) {
        if (!commit) {
            release(memory);
            for (int op = 0; op < ops.count(); op++) {
                long address = records.find(ops.key(op));
                if (address != ShardRecords.ABSENT) {
                    add(memory.answer, Wire.VALUE, ops.key(op), address);
                }
            }
            answer(memory, 0, Wire.ABORT);
        } else if (!memory.isPrepared) {
            answer(memory, 0, Wire.BADREQ);
        } else {
            locate(memory.prepared);
            write(memory, memory.prepared);
            release(memory);
            memory.tookEffect = true;
            answer(memory, Wire.STORE_COMMIT, Wire.OK);
        }
    }

    private void release(ClientMemory memory) {
        for (int op = 0; memory.isPrepared && op < memory.prepared.count(); op++) {
            long address =
                    memory.prepared.type(op) == Wire.NOP ? ShardRecords.ABSENT : records.find(memory.prepared.key(op));
            if (address != ShardRecords.ABSENT) {
                records.owner(address, 0);
            }
        }
        memory.isPrepared = false;
    }

    private static void answer(ClientMemory memory, int flags, int status) {
        memory.answerFlags = Wire.RESPONSE | flags;
        memory.answerStatus = status;
        if (status == Wire.BADREQ) {
            memory.answer.clear();
        }
    }
}
