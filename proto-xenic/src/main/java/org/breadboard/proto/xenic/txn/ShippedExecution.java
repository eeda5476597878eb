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
    private int rounds;
    private long inserts;
    private byte[] input = new byte[64];
    private int inputBytes;

    ShippedExecution(XenicCore core) {
        this.core = core;
    }

    /** How many bytes {@link #encode} writes. */
    static int encodedBytes(XenicRun run, Transaction of) {
        return (run.hasOrdered() ? 2 : 1) * Long.BYTES + of.inputBytes();
    }

    /** Writes what is executed: its input and, if there are ordered tables, those that it may insert into. */
    static void encode(Message message, XenicRun run, Transaction of, long inserts) {
        int at = message.lengthBytes();
        if (run.hasOrdered()) {
            Bytes.putLong(message.bytes(), at, inserts);
            at += Long.BYTES;
        }
        Bytes.putLong(message.bytes(), at, of.inputBytes());
        System.arraycopy(of.inputArray(), 0, message.bytes(), at + Long.BYTES, of.inputBytes());
        message.lengthBytes(at + Long.BYTES + of.inputBytes());
    }

    /** Reads it; returns where the records begin. */
    int decode(Message message) {
        type = HostWire.type(Wire.number(message));
        rounds = HostWire.rounds(Wire.number(message));
        int at = Wire.HEADER_BYTES;
        inserts = 0;
        if (core.node().run().hasOrdered()) {
            inserts = message.getLong(at);
            at += Long.BYTES;
        }
        inputBytes = (int) message.getLong(at);
        if (inputBytes > input.length) {
            input = new byte[inputBytes];
        }
        at += Long.BYTES;
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
        Answers.observe(transaction, coordinator.home(), rounds);
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
            if (batch.is(i, RecordBatch.ORDERED)) {
                OrderedState.take(transaction, batch, i);
            } else {
                Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
                Answers.answer(transaction, tag, batch, i);
            }
        }
        Outcome end = run(step);
        plan.clear();
        plan.place(transaction, core.node().placement());
        return end == Outcome.OK && !fits() ? Outcome.EXHAUSTED : end;
    }

    /** Runs the logic to its end: what it inserts into ordered tables is all that it may still want. */
    private Outcome run(Step step) {
        int round = rounds;
        while (true) {
            int known = transaction.accesses();
            step.busy(transaction.logic().computeNs());
            Decision decision = transaction.logic().run(round++, transaction);
            if (decision == Decision.ABORT) {
                return Outcome.GIVEN_UP;
            }
            boolean more = transaction.accesses() > known;
            if (more == (decision == Decision.COMMIT)
                    || !OrderedState.takesInserts(core.node().run(), transaction, known, inserts)
                    || !isOrderedFrom(known)) {
                return Outcome.ELSEWHERE;
            }
            if (!more) {
                return Outcome.OK;
            }
        }
    }

    private boolean isOrderedFrom(int access) {
        for (int i = access; i < transaction.accesses(); i++) {
            if (!core.node().run().isOrdered(transaction.table(i))) {
                return false;
            }
        }
        return true;
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
