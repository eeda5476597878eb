// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * A core's service to its node's shard: it takes requests of coordinators on this core and on those of its number on
 * other nodes, has operations do them, and answers. It executes what is shipped to it. One core.
 */
final class ShardServer {
    /** Takes the answers to requests of this core's own transactions. */
    @FunctionalInterface
    interface Coordinator {
        /** A request is answered; the batch is valid until this returns. */
        void answered(Step step, long reference, int kind, Outcome outcome, int with, RecordBatch batch);
    }

    private final NicSetup setup;
    private final HostMemory memory;
    private final CoreCosts costs;
    private final Outbox outbox;
    private final Coordinator coordinator;
    private final Counter misses;
    private final Counter fullLogs;

    private ShardOperation[] operations = new ShardOperation[0];
    private ShippedExecution[] executions = new ShippedExecution[0];
    private int[] freeOperations = new int[0];
    private int freeCount;
    private ShardOperation[] parked = new ShardOperation[8];
    private int parkedCount;
    private boolean retrying;

    ShardServer(
            NicSetup setup,
            HostMemory memory,
            CoreCosts costs,
            Outbox outbox,
            Coordinator coordinator,
            Counter misses,
            Counter fullLogs) {
        this.setup = setup;
        this.memory = memory;
        this.costs = costs;
        this.outbox = outbox;
        this.coordinator = coordinator;
        this.misses = misses;
        this.fullLogs = fullLogs;
    }

    // Requests.

    /** Asks a node, which may be this one, to do something to its shard. */
    void request(Step step, int kind, long reference, int to, int with, RecordBatch batch) {
        if (to != setup.node()) {
            outbox.toNode(step, kind, reference, Outcome.OK, to, with, batch);
            return;
        }
        costs.records(step, batch.count());
        ShardOperation operation = take();
        operation.batch().addAll(batch);
        begin(step, operation, kind, reference, with);
    }

    /** Takes what another node asks. */
    void receive(Step step, Message message) {
        int kind = message.kind();
        if (kind == Wire.COMMIT_SHIPPED) {
            // Its batch has the writes since it was executed here.
            ShardOperation operation = operations[Wire.number(message)];
            begin(step, operation, Wire.COMMIT, operation.reference(), 0);
            return;
        }
        ShardOperation operation = take();
        boolean ships = kind == Wire.SHIP;
        int at = ships ? execution(operation).decode(message) : Wire.HEADER_BYTES;
        operation.batch().decode(message.bytes(), at, Wire.records(message));
        begin(step, operation, kind, Wire.reference(message), ships ? 0 : Wire.number(message));
    }

    private void begin(Step step, ShardOperation operation, int kind, long reference, int with) {
        boolean over = operation.begin(step, kind, reference, with);
        parkIfStuck(operation);
        endIf(step, operation, over);
    }

    /** A DMA of an operation is complete. */
    void completed(Step step, int operation, int part, Message message) {
        endIf(step, operations[operation], operations[operation].completed(step, part, message));
    }

    // Operations that wait for room in a log.

    private void parkIfStuck(ShardOperation operation) {
        if (operation.isStuck()) {
            parked = parkedCount == parked.length ? Arrays.copyOf(parked, 2 * parkedCount) : parked;
            parked[parkedCount++] = operation;
        }
    }

    /** Tries again what has found a log full. */
    void retry(Step step) {
        int count = parkedCount;
        if (count == 0) {
            return;
        }
        ShardOperation[] now = parked;
        parked = new ShardOperation[Math.max(8, count)];
        parkedCount = 0;
        for (int i = 0; i < count; i++) {
            boolean over = now[i].resume(step);
            parkIfStuck(now[i]);
            endIf(step, now[i], over);
        }
        if (parkedCount > 0 && !retrying) {
            retrying = true;
            step.timer(memory, setup.options().retryNs);
        }
    }

    /** The time to try again has come. */
    void woken() {
        retrying = false;
    }

    // Answers.

    private void endIf(Step step, ShardOperation operation, boolean over) {
        if (!over) {
            return;
        }
        switch (operation.kind()) {
            case Wire.EXECUTE -> answer(step, operation, Wire.EXECUTED);
            case Wire.VALIDATE -> answer(step, operation, Wire.VALIDATED);
            case Wire.LOG -> answer(step, operation, Wire.LOGGED);
            case Wire.COMMIT -> answer(step, operation, Wire.COMMITTED);
            case Wire.SHIP -> execute(step, operation);
            case Wire.RELEASE -> giveBack(operation);
            default -> throw new IllegalStateException("kind " + operation.kind() + " is no request");
        }
    }

    private void answer(Step step, ShardOperation operation, int kind) {
        if (kind != Wire.EXECUTED || operation.outcome().isRefusal()) {
            operation.batch().clear();
        }
        answer(step, kind, operation.reference(), operation.outcome(), 0, operation.batch());
        giveBack(operation);
    }

    /** Answers the NIC that coordinates a transaction, which may be this one. */
    private void answer(Step step, int kind, long reference, Outcome outcome, int with, RecordBatch batch) {
        if (Wire.node(reference) == setup.node()) {
            coordinator.answered(step, reference, kind, outcome, with, batch);
        } else {
            outbox.toNode(step, kind, reference, outcome, Wire.node(reference), with, batch);
        }
    }

    // Shipped transactions.

    /** All locks are taken, and all records read, or it is refused, or cannot be executed here. */
    private void execute(Step step, ShardOperation operation) {
        ShippedExecution execution = execution(operation);
        long reference = operation.reference();
        boolean executes = operation.outcome() == Outcome.OK;
        Outcome end = executes ? execution.execute(step, operation.batch()) : operation.outcome();
        if (end != Outcome.OK) {
            if (executes) {
                operation.unlockAll(step);
            }
            answer(step, Wire.SHIPPED, reference, end, executes ? Wire.EXECUTED : 0, execution.answer());
            giveBack(operation);
            return;
        }
        execution.tell(setup.observer(), reference);
        setup.observer().installs(reference);
        int number = ShippedExecution.number(log(step, reference, execution), operation.number());
        execution.putWrites(operation.batch(), outbox.batch());
        answer(step, Wire.SHIPPED, reference, Outcome.OK, number, execution.answer());
    }

    /** Sends each backup what it keeps; returns how many will answer the coordinator. */
    private int log(Step step, long reference, ShippedExecution execution) {
        int logs = 0;
        for (int node = 0; node < setup.nodes(); node++) {
            RecordBatch writes = outbox.batch();
            execution.putLog(writes, node);
            if (writes.count() > 0) {
                request(step, Wire.LOG, reference, node, execution.writes(), writes);
                logs++;
            }
        }
        return logs;
    }

    private ShippedExecution execution(ShardOperation operation) {
        int number = operation.number();
        if (executions[number] == null) {
            executions[number] = new ShippedExecution(setup);
        }
        return executions[number];
    }

    // The pool.

    private ShardOperation take() {
        if (freeCount == 0) {
            int count = operations.length;
            operations = Arrays.copyOf(operations, Math.max(16, 2 * count));
            executions = Arrays.copyOf(executions, operations.length);
            freeOperations = new int[operations.length];
            for (int i = operations.length - 1; i >= count; i--) {
                operations[i] = new ShardOperation(i, setup, memory, costs, misses, fullLogs);
                freeOperations[freeCount++] = i;
            }
        }
        ShardOperation operation = operations[freeOperations[--freeCount]];
        operation.batch().clear();
        return operation;
    }

    private void giveBack(ShardOperation operation) {
        freeOperations[freeCount++] = operation.number();
    }
}
