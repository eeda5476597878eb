package org.breadboard.proto.xenic.txn;

import java.util.Arrays;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;

/**
 * What runs on a core of the NIC (Xenic 4.3): it handles a burst of what has arrived, and then submits the DMAs and sends the packets
 * that this has gathered. It coordinates transactions of its own host's contexts, and serves what cores of the same number
 * on other nodes ask of its shard.
 */
final class XenicCore implements StageProgram, HostMemory.Callback {
    /** Without combined operations: the most records of a transaction, each of which is a request of its own (assumed). */
    static final int MOST_SINGLE_REQUESTS = 64;

    private final XenicNode node;
    private final int number;
    private final NicCores.Channel channel;
    private final NicCores.CoreMemory nicMemory;
    private final HostMemory memory;
    private final NicTransaction[] transactions;
    private final Counter misses;
    private final Counter fullLogs;
    private final RecordBatch incoming = new RecordBatch();
    private final RecordBatch scratch = new RecordBatch();
    private final RecordBatch outgoing = new RecordBatch();

    private int[] freeTransactions;
    private int free;
    private ShardOperation[] operations = new ShardOperation[0];
    private int[] freeOperations = new int[0];
    private int freeOperationCount;
    private ShardOperation[] parked = new ShardOperation[8];
    private int parkedCount;
    private boolean retrying;
    private Message[] unsent = new Message[16];
    private int unsentCount;
    private Message[] unstarted = new Message[16];
    private int unstartedCount;

    XenicCore(XenicNode node, NodeContext scope, NicCores nic, int number, int slots) {
        this.node = node;
        this.number = number;
        misses = scope.counter("xenic.indexMisses");
        fullLogs = scope.counter("xenic.logFull");
        Stage stage = nic.core(number, this);
        XenicOptions options = node.options();
        // From each node a request and a release for each of its transactions; their answers; two from a context of the
        // host.
        int each = options.combined() ? 3 : MOST_SINGLE_REQUESTS;
        int receives = 2 * node.nodes() * slots * each + 4 * slots + 4 * options.workers();
        channel = nic.openFlow(
                stage,
                number,
                new NicCores.ChannelSpec(receives, 16 * node.nodes() + 4 * slots, options.gather(), options.gather()));
        nicMemory = nic.coreMemory(stage);
        memory = node.hostMemory(scope, nic, stage, this);
        transactions = new NicTransaction[slots];
        freeTransactions = new int[slots];
        for (int slot = slots - 1; slot >= 0; slot--) {
            transactions[slot] = new NicTransaction(this, slot);
            freeTransactions[free++] = slot;
        }
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        items(step, Wire.records(message));
        int kind = message.kind();
        switch (kind) {
            case Wire.SUBMIT -> start(step, message);
            case Wire.EXECUTION -> transactions[Wire.number(message) & 0xffff].executed(step, message);
            case Wire.APPLIED -> {
                hit(step);
                node.log().applied(Wire.number(message), Wire.reference(message));
            }
            case Wire.EXECUTE, Wire.VALIDATE, Wire.LOG, Wire.COMMIT, Wire.RELEASE -> {
                ShardOperation operation = takeOperation();
                operation.batch().decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
                operation.begin(step, kind, Wire.reference(message), Wire.number(message));
            }
            case Wire.SHIP -> {
                ShardOperation operation = takeOperation();
                int at = operation.shipped().decode(message);
                operation.batch().decode(message.bytes(), at, Wire.records(message));
                operation.begin(step, kind, Wire.reference(message), 0);
            }
            case Wire.COMMIT_SHIPPED -> operations[Wire.number(message)].commitShipped(step);
            default -> {
                incoming.clear();
                incoming.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
                transaction(Wire.reference(message))
                        .answered(step, kind, Outcome.of(Wire.outcome(message)), Wire.number(message), incoming);
            }
        }
    }

    private void start(Step step, Message message) {
        if (free == 0) {
            message.keep();
            unstarted = added(unstarted, unstartedCount++, message);
            return;
        }
        transactions[freeTransactions[--free]].begin(step, message);
    }

    /** A transaction is over on the NIC; the next one that waits begins. */
    void giveBack(Step step, NicTransaction transaction) {
        freeTransactions[free++] = transaction.slot();
        if (unstartedCount > 0) {
            Message message = unstarted[0];
            System.arraycopy(unstarted, 1, unstarted, 0, --unstartedCount);
            start(step, message);
            step.release(message);
        }
    }

    @Override
    public void completed(Step step, int operation, int part, Message message) {
        operations[operation].completed(step, part, message);
    }

    // Operations on the own shard.

    ShardOperation takeOperation() {
        if (freeOperationCount == 0) {
            int count = operations.length;
            operations = Arrays.copyOf(operations, Math.max(16, 2 * count));
            freeOperations = new int[operations.length];
            for (int i = operations.length - 1; i >= count; i--) {
                operations[i] = new ShardOperation(this, i);
                freeOperations[freeOperationCount++] = i;
            }
        }
        ShardOperation operation = operations[freeOperations[--freeOperationCount]];
        operation.batch().clear();
        return operation;
    }

    void giveBack(ShardOperation operation) {
        freeOperations[freeOperationCount++] = operation.number();
    }

    /** Tries an operation again later: a log of its host is full. */
    void park(ShardOperation operation) {
        if (parkedCount == parked.length) {
            parked = Arrays.copyOf(parked, 2 * parkedCount);
        }
        parked[parkedCount++] = operation;
    }

    // What leaves.

    /** Asks a node, which may be this one, to do something to its shard. */
    void request(Step step, int kind, long reference, int to, int with, RecordBatch batch) {
        if (to == node.number()) {
            step.busy(options().itemNs() * batch.count());
            ShardOperation operation = takeOperation();
            for (int i = 0; i < batch.count(); i++) {
                operation.batch().add(batch, i);
            }
            operation.begin(step, kind, reference, with);
            return;
        }
        send(step, kind, reference, Outcome.OK, to, with, batch);
    }

    /** Answers the NIC that coordinates a transaction, which may be this one. */
    void answer(Step step, int kind, long reference, Outcome outcome, int with, RecordBatch batch) {
        if (Wire.node(reference) == node.number()) {
            transaction(reference).answered(step, kind, outcome, with, batch);
            return;
        }
        send(step, kind, reference, outcome, Wire.node(reference), with, batch);
    }

    private void send(Step step, int kind, long reference, Outcome outcome, int to, int with, RecordBatch batch) {
        Message message = step.take(Wire.HEADER_BYTES + batch.encodedBytes());
        Wire.header(message, kind, reference, outcome.ordinal(), batch.count(), with);
        Wire.append(message, batch);
        items(step, batch.count());
        toCore(step, to, message);
    }

    /** Sends a message to the core of this number on another node. */
    void toCore(Step step, int to, Message message) {
        message.targetNode(to);
        if (unsentCount > 0 || !channel.toCore(step, to, number, message)) {
            unsent = added(unsent, unsentCount++, message);
        }
    }

    /** Sends a message to a thread of the own host. */
    void toHost(Step step, int thread, Message message) {
        message.targetNode(-1 - thread);
        if (unsentCount > 0 || !channel.toHost(step, node.number(), thread, message)) {
            unsent = added(unsent, unsentCount++, message);
        }
    }

    private static Message[] added(Message[] list, int count, Message message) {
        Message[] roomy = count < list.length ? list : Arrays.copyOf(list, 2 * count);
        roomy[count] = message;
        return roomy;
    }

    @Override
    public Transmit transmit(Step step) {
        resume(step);
        sendUnsent(step);
        memory.submit(step);
        Transmit done = channel.transmit(step);
        boolean left = unsentCount > 0 || memory.isWaiting();
        return done == Transmit.IDLE && left ? Transmit.FULL : done;
    }

    private void resume(Step step) {
        int count = parkedCount;
        if (count == 0) {
            return;
        }
        ShardOperation[] now = parked;
        parked = new ShardOperation[Math.max(8, count)];
        parkedCount = 0;
        for (int i = 0; i < count; i++) {
            now[i].resume(step);
        }
        if (parkedCount > 0 && !retrying) {
            retrying = true;
            step.timer(memory, options().retryNs());
        }
    }

    /** The time to try again has come: this burst's transmit phase does. */
    @Override
    public void woken() {
        retrying = false;
    }

    private void sendUnsent(Step step) {
        int sent = 0;
        for (; sent < unsentCount; sent++) {
            Message message = unsent[sent];
            int to = message.targetNode();
            boolean gone = to < 0
                    ? channel.toHost(step, node.number(), -1 - to, message)
                    : channel.toCore(step, to, number, message);
            if (!gone) {
                break;
            }
        }
        System.arraycopy(unsent, sent, unsent, 0, unsentCount - sent);
        unsentCount -= sent;
    }

    // What its parts use.

    XenicNode node() {
        return node;
    }

    int number() {
        return number;
    }

    XenicOptions options() {
        return node.options();
    }

    /**
     * Charges for the records of a message. Of the first one, address and value are in what the device charges for the message: that is
     * derived from writes of one value (Xenic 3.4).
     */
    void items(Step step, int records) {
        step.busy(options().itemNs() * Math.max(0, records - 1));
    }

    /** Charges for an access to NIC memory that misses the caches, as the first one to a record's index entry does. */
    void miss(Step step) {
        nicMemory.miss(step);
    }

    /** Charges for an access to NIC memory that this core, or another one, has touched a little before. */
    void hit(Step step) {
        nicMemory.hit(step);
    }

    /** The way to the host's memory. */
    HostMemory memory() {
        return memory;
    }

    /** The transaction that a reference of this core names. */
    NicTransaction transaction(long reference) {
        return transactions[Wire.slot(reference)];
    }

    /** A batch for what is done at once, without asking anybody. */
    RecordBatch scratch() {
        return scratch;
    }

    /** A batch for what is about to be sent. */
    RecordBatch outgoing() {
        return outgoing;
    }

    void countMiss() {
        misses.add(1);
    }

    void countFullLog() {
        fullLogs.add(1);
    }
}
