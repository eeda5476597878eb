package org.breadboard.proto.fasst.nic;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.fasst.rpc.CorePort;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.breadboard.proto.fasst.table.TableService;

/**
 * What runs on a core of the NIC where that handles RPCs: it begins each request message that has arrived, goes on with
 * it when its host memory has been read or written, and answers. What a burst asks of host memory, and what it answers,
 * leaves together.
 */
public final class NicServer implements StageProgram, HostMemory.Callback {
    private final NicSetup setup;
    private final int node;
    private final int epoch;
    private final NicCores.Channel channel;
    private final NicCores.CoreMemory costs;
    private final HostMemory memory;
    private final TableService[] services;
    private final NicLog log;
    private final Counter served;
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();
    private NicOperation[] operations = new NicOperation[0];
    private int[] free = new int[0];
    private int freeCount;

    /** Puts itself on a core. Only while the node is built. */
    public NicServer(NodeContext scope, NicCores nic, int core, NicSetup setup) {
        this.setup = setup;
        node = scope.node();
        epoch = scope.epoch();
        Stage stage = nic.core(core, this);
        // Each caller has one message at a time here.
        int messages = scope.nodes() * setup.callersPerCore();
        channel = nic.openFlow(stage, core, NicCores.ChannelSpec.gathering(messages, messages));
        costs = nic.coreMemory(stage);
        memory = HostMemory.of(scope, nic, stage, this);
        services = new TableService[setup.tables().count()];
        for (int table = 0; table < services.length; table++) {
            NicHeaders headers =
                    new NicHeaders(setup.tables().store(table), setup.tables().words(table), costs);
            services[table] = new TableService(setup.tables().table(table), headers, setup.locks());
        }
        log = new NicLog(setup.tables().log(), scope.nodes(), setup.threads(), setup.workers());
        served = scope.counter("fasst.served");
    }

    NicSetup setup() {
        return setup;
    }

    HostMemory memory() {
        return memory;
    }

    NicCores.CoreMemory costs() {
        return costs;
    }

    TableService service(int table) {
        return services[table];
    }

    NicLog log() {
        return log;
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        NicOperation operation = take();
        if (operation.begin(step, message)) {
            answer(step, operation);
        } else {
            message.keep();
        }
    }

    @Override
    public void completed(Step step, int operation, int part, Message message) {
        costs.hit(step);
        NicOperation under = operations[operation];
        if (under.completed(step, part, message)) {
            answer(step, under);
            step.release(under.request());
        }
    }

    @Override
    public void woken() {
        // No timer is set.
    }

    private void answer(Step step, NicOperation operation) {
        served.add(operation.count());
        Message answer = operation.answer(step);
        int immediate = RpcWire.immediate(false, operation.count(), epoch, node, operation.coroutine());
        answer = RpcWire.appendImmediate(step, answer, immediate);
        answer.targetNode(operation.caller());
        answer.kind(CorePort.kindOf(operation.thread()));
        free[freeCount++] = operation.number();
        if (!unsent.isEmpty() || !offer(step, answer)) {
            unsent.add(answer);
        }
    }

    /** The answer goes to the thread that asked, whose queue has its number. */
    private boolean offer(Step step, Message answer) {
        return channel.toHost(step, answer.targetNode(), CorePort.thread(answer.kind()), answer);
    }

    // What leaves.

    @Override
    public Transmit transmit(Step step) {
        memory.submit(step);
        while (!unsent.isEmpty() && offer(step, unsent.peek())) {
            unsent.remove();
        }
        Transmit done = channel.transmit(step);
        boolean left = memory.isWaiting() || !unsent.isEmpty();
        return done == Transmit.IDLE && left ? Transmit.FULL : done;
    }

    private NicOperation take() {
        if (freeCount == 0) {
            int count = operations.length;
            operations = Arrays.copyOf(operations, Math.max(16, 2 * count));
            free = new int[operations.length];
            for (int i = operations.length - 1; i >= count; i--) {
                operations[i] = new NicOperation(i, this);
                free[freeCount++] = i;
            }
        }
        return operations[free[--freeCount]];
    }
}
