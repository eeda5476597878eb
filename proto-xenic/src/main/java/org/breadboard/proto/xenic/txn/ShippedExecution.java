package org.breadboard.proto.xenic.txn;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * A transaction that executes on the NIC of the one remote shard that it needs (Xenic 4.2.3, Fig. 7b): it is locked and read here, runs,
 * and is logged from here; the backups answer the coordinator's NIC. What it writes to this shard stays here until the
 * coordinator says that it has committed. One core.
 */
final class ShippedExecution {
    private final XenicCore core;
    private final Transaction transaction = new Transaction();
    private final AccessPlan plan = new AccessPlan();
    private final RecordBatch answer = new RecordBatch();
    private int type;
    private byte[] input = new byte[64];
    private int inputBytes;

    ShippedExecution(XenicCore core) {
        this.core = core;
    }

    /** Writes what is executed: a type in the header's number, and its input. */
    static void encode(Message message, Transaction of) {
        int at = message.lengthBytes();
        Bytes.putLong(message.bytes(), at, of.inputBytes());
        System.arraycopy(of.inputArray(), 0, message.bytes(), at + Long.BYTES, of.inputBytes());
        message.lengthBytes(at + Long.BYTES + of.inputBytes());
    }

    /** Reads it; returns where the records begin. */
    int decode(Message message) {
        type = Wire.number(message);
        inputBytes = (int) message.getLong(Wire.HEADER_BYTES);
        if (inputBytes > input.length) {
            input = new byte[inputBytes];
        }
        int at = Wire.HEADER_BYTES + Long.BYTES;
        System.arraycopy(message.bytes(), at, input, 0, inputBytes);
        return at + inputBytes;
    }

    /** All locks are taken, and all records read, or it is refused, or cannot be executed here. */
    void fetched(Step step, ShardOperation operation, Outcome outcome) {
        Outcome end = outcome == Outcome.OK ? execute(step, operation.batch()) : outcome;
        if (end != Outcome.OK) {
            if (outcome == Outcome.OK) {
                operation.unlockAll(step);
            }
            answer.clear();
            int executed = outcome == Outcome.OK ? Wire.EXECUTED : 0;
            core.answer(step, Wire.SHIPPED, operation.reference(), end, executed, answer);
            core.giveBack(operation);
            return;
        }
        NicTransaction coordinator = core.node().run().transaction(operation.reference());
        Answers.observe(transaction, coordinator.home());
        int logs = log(step, operation);
        takeWrites(operation.batch());
        core.answer(
                step, Wire.SHIPPED, operation.reference(), Outcome.OK, logs | operation.number() << Byte.SIZE, answer);
    }

    /** How many backups will answer, by the number that goes with the answer. */
    static int logs(int number) {
        return number & 0xff;
    }

    /** Which operation keeps what is written there. */
    static int operation(int number) {
        return number >>> Byte.SIZE;
    }

    private Outcome execute(Step step, RecordBatch batch) {
        transaction.begin(type, core.node().run().logic(type));
        for (int at = 0; at < inputBytes; at += Long.BYTES) {
            transaction.putInput(Bytes.getLong(input, at));
        }
        for (int tag = 0; tag < batch.count(); tag++) {
            int i = indexOf(batch, tag);
            Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
            Answers.answer(transaction, tag, batch, i);
        }
        plan.clear();
        plan.place(transaction, core.node().placement());
        step.busy(transaction.logic().computeNs());
        Decision decision = transaction.logic().run(1, transaction);
        if (decision == Decision.ABORT) {
            return Outcome.GIVEN_UP;
        }
        boolean complete = decision == Decision.COMMIT && transaction.accesses() == batch.count();
        if (!complete) {
            return Outcome.ELSEWHERE;
        }
        return fits() ? Outcome.OK : Outcome.EXHAUSTED;
    }

    /** Whether the logs, and the messages to them, have room for all that it writes. */
    private boolean fits() {
        int bytes = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            bytes += transaction.written(i) ? RecordBatch.encodedBytes(transaction.newBytes(i)) : 0;
        }
        return bytes <= core.node().mostWriteBytes();
    }

    private static int indexOf(RecordBatch batch, int tag) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.tag(i) == tag) {
                return i;
            }
        }
        throw new IllegalStateException("a shipped transaction lacks its access " + tag);
    }

    /** Sends each backup what it keeps; returns how many will answer the coordinator. */
    private int log(Step step, ShardOperation operation) {
        Placement placement = core.node().placement();
        int logs = 0;
        for (int node = 0; node < core.node().nodes(); node++) {
            RecordBatch writes = core.outgoing();
            writes.clear();
            for (int i = 0; i < transaction.accesses(); i++) {
                if (transaction.written(i) && placement.isBackup(plan.partition(i), node)) {
                    int at = writes.add(
                            transaction.mode(i), transaction.table(i), plan.partition(i), transaction.key(i), i);
                    Answers.putWrite(writes, at, transaction, i);
                }
            }
            if (writes.count() > 0) {
                core.request(step, Wire.LOG, operation.reference(), node, 0, writes);
                logs++;
            }
        }
        return logs;
    }

    /** The writes of this shard stay in the batch, those of the coordinator's go into the answer. */
    private void takeWrites(RecordBatch batch) {
        answer.clear();
        int own = core.node().number();
        RecordBatch kept = core.outgoing();
        kept.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean here = plan.partition(i) == own;
            if (!here && !transaction.written(i) || here && !transaction.mode(i).writes()) {
                continue;
            }
            RecordBatch to = here ? kept : answer;
            int at = to.add(transaction.mode(i), transaction.table(i), plan.partition(i), transaction.key(i), i);
            if (transaction.written(i)) {
                Answers.putWrite(to, at, transaction, i);
            }
        }
        batch.clear();
        for (int i = 0; i < kept.count(); i++) {
            batch.add(kept, i);
        }
    }
}
