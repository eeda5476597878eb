// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.kit.nic.RpcCore;
import org.breadboard.proto.fasst.rpc.CorePort;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.breadboard.proto.fasst.table.TableService;

/** Handles FaSST's RPCs on a core of the NIC: an operation is a message, which holds several requests. */
public final class NicServer extends RpcCore<NicOperation> {
    private final NicSetup setup;
    private final int node;
    private final int epoch;
    private final NicCores.CoreMemory costs;
    private final HostMemory memory;
    private final TableService[] services;
    private final NicLog log;
    private final Counter served;

    /** Puts itself on a core. Only while the node is built. */
    public NicServer(NodeContext scope, NicCores nic, int core, NicSetup setup) {
        super(scope, nic, core, setup.callersPerCore());
        this.setup = setup;
        node = scope.node();
        epoch = scope.epoch();
        costs = nic.coreMemory(stage());
        memory = HostMemory.of(scope, nic, stage(), this);
        services = new TableService[setup.tables().count()];
        for (int table = 0; table < services.length; table++) {
            NicHeaders headers =
                    new NicHeaders(setup.tables().store(table), setup.tables().words(table), costs);
            services[table] = new TableService(setup.tables().table(table), headers);
        }
        log = new NicLog(setup.tables().log(), scope.nodes(), setup.threads(), setup.workers());
        served = scope.counter("fasst.served");
    }

    NicSetup setup() {
        return setup;
    }

    @Override
    protected HostMemory memory() {
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

    @Override
    protected NicOperation operation(int number) {
        return new NicOperation(number, this);
    }

    @Override
    protected void begin(Step step, NicOperation operation, Message request) {
        if (operation.begin(step, request)) {
            answer(step, operation);
        } else {
            request.keep();
        }
    }

    @Override
    protected void completed(Step step, NicOperation operation, int part, Message message) {
        costs.hit(step);
        if (operation.completed(step, part, message)) {
            answer(step, operation);
            step.release(operation.request());
        }
    }

    private void answer(Step step, NicOperation operation) {
        served.add(operation.count());
        Message answer = operation.answer(step);
        int immediate = RpcWire.immediate(false, operation.count(), epoch, node, operation.coroutine());
        answer = RpcWire.appendImmediate(step, answer, immediate);
        answer.kind(CorePort.kindOf(operation.thread()));
        reply(step, operation.number(), operation.caller(), operation.thread(), answer);
    }
}
