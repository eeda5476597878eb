package org.breadboard.proto.xenic.txn;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * A context of the host: it runs one transaction after another (Xenic 4.2 steps 1 and 3). One that keeps to the own shard is executed
 * here, on what the host's table has; the NIC then locks what it writes and looks again at what it read (4.2.4). A read of a single
 * record needs not even that. All others go to the NIC with the records that they want; those that are marked for it execute there,
 * for the others the NIC sends what it has read.
 *
 * <p>The paper lets every local read-only transaction be validated on the host. The host does not see the NIC's locks, nor what is
 * committed but not applied yet, so two records could be seen at different times; those of several records are validated
 * by the NIC here.
 */
final class HostTransaction extends Task {
    private enum Phase {
        NEXT,
        SENDING,
        ON_NIC
    }

    private final HostThread thread;
    private final XenicNode node;
    private final TransactionSource source;
    private final int context;
    private final AccessPlan plan = new AccessPlan();
    private final RecordBatch batch = new RecordBatch();

    private Phase phase = Phase.NEXT;
    private Transaction transaction;
    private int round;
    private int placed;
    private boolean decided;
    private boolean onNic;
    private int slot;
    private Message unsent;

    HostTransaction(HostThread thread, TransactionSource source, int context) {
        this.thread = thread;
        this.node = thread.node();
        this.source = source;
        this.context = context;
    }

    @Override
    protected Next step(Step step) {
        if (phase == Phase.SENDING) {
            send(step, unsent);
        }
        return phase == Phase.NEXT ? begin(step) : phase == Phase.SENDING ? Next.AGAIN : Next.AWAIT;
    }

    private Next begin(Step step) {
        double waitNs = source.next(step, context);
        if (waitNs == TransactionSource.STOP) {
            return Next.DONE;
        }
        if (waitNs != TransactionSource.NOW) {
            step.timer(this, waitNs);
            return Next.AWAIT;
        }
        transaction = source.transaction(context);
        plan.clear();
        round = 0;
        placed = 0;
        decided = false;
        onNic = false;
        execute(step);
        return phase == Phase.ON_NIC ? Next.AWAIT : Next.AGAIN;
    }

    /** Runs the logic on what it has read, and as long as the own shard has all that it wants. */
    private void execute(Step step) {
        while (true) {
            step.busy(transaction.logic().computeNs());
            Decision decision = transaction.logic().run(round++, transaction);
            if (decision == Decision.ABORT) {
                giveUp(step);
                return;
            }
            decided = decision == Decision.COMMIT;
            plan.place(transaction, node.placement());
            if (onNic || !isLocal()) {
                tell(step);
                return;
            }
            for (; placed < transaction.accesses(); placed++) {
                thread.records().read(step, transaction, placed);
            }
            if (decided) {
                commit(step);
                return;
            }
        }
    }

    private boolean isLocal() {
        for (int i = placed; i < transaction.accesses(); i++) {
            if (plan.node(i) != node.number()) {
                return false;
            }
        }
        return true;
    }

    private void giveUp(Step step) {
        if (onNic) {
            message(step, Wire.EXECUTION, Outcome.GIVEN_UP, slot, 0);
        } else {
            end(step, AbortReason.APPLICATION);
        }
    }

    /** All is executed here. */
    private void commit(Step step) {
        if (transaction.accesses() <= 1 && (transaction.accesses() == 0 || !transaction.written(0))) {
            end(step, null);
        } else {
            tell(step);
        }
    }

    // To the NIC.

    /** Sends the NIC what it does not know yet: what has been read here, what is wanted, what is written. */
    private void tell(Step step) {
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean written = decided && transaction.written(i);
            if (onNic && i < placed && !written) {
                continue;
            }
            int at = batch.add(transaction.mode(i), transaction.table(i), plan.partition(i), transaction.key(i), i);
            if (transaction.answered(i)) {
                batch.set(at, RecordBatch.ANSWERED);
                batch.word(at, Answers.word(transaction, i));
            }
            if (written) {
                Answers.putNewValue(batch, at, transaction, i);
            }
        }
        boolean begins = !onNic;
        boolean shipped = begins && mayShip();
        int bytes = shipped ? Long.BYTES + transaction.inputBytes() : 0;
        placed = transaction.accesses();
        onNic = true;
        message(
                step,
                begins ? Wire.SUBMIT : Wire.EXECUTION,
                Outcome.OK,
                HostWire.number(begins ? transaction.type() : slot, shipped, decided),
                bytes);
    }

    /** Whether the NIC may execute it (Xenic 4.2.2): it is marked for it, and nothing has happened here yet. */
    private boolean mayShip() {
        return node.options().shipping()
                && transaction.logic().shippable()
                && !decided
                && placed == 0
                && !node.run().staysOnHost(transaction.type());
    }

    private void message(Step step, int kind, Outcome outcome, int number, int inputBytes) {
        if (outcome.isRefusal()) {
            batch.clear();
        }
        Message message = step.take(Wire.HEADER_BYTES + inputBytes + batch.encodedBytes());
        Wire.header(
                message, kind, HostWire.reference(thread.number(), context), outcome.ordinal(), batch.count(), number);
        if (inputBytes > 0) {
            ShippedExecution.encode(message, transaction);
        }
        Wire.append(message, batch);
        step.busy(node.options().itemNs() * batch.count());
        send(step, message);
    }

    private void send(Step step, Message message) {
        if (thread.send(step, context, message)) {
            unsent = null;
            phase = Phase.ON_NIC;
        } else {
            unsent = message;
            phase = Phase.SENDING;
        }
    }

    // From the NIC.

    void answered(Step step, Message message) {
        Outcome outcome = Outcome.of(Wire.outcome(message));
        slot = Wire.number(message) & 0xffff;
        batch.clear();
        batch.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
        for (int i = 0; i < batch.count(); i++) {
            if (!transaction.answered(batch.tag(i))) {
                Answers.answer(transaction, batch.tag(i), batch, i);
            }
        }
        if (message.kind() == Wire.VALUES) {
            execute(step);
        } else if (outcome == Outcome.ELSEWHERE) {
            onNic = false;
            placed = 0;
            tell(step);
        } else {
            end(step, outcome.reason());
        }
        if (phase != Phase.ON_NIC) {
            step.ready(this);
        }
    }

    private void end(Step step, AbortReason reason) {
        phase = Phase.NEXT;
        if (reason != null) {
            source.aborted(step, context, reason);
        } else {
            Answers.install(transaction);
            source.committed(step, context);
        }
    }
}
