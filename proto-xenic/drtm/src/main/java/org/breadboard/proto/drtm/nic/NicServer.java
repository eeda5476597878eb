// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.nic;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.RpcCore;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.nic.VerbMemory;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.DrtmOptions;

/**
 * Handles DrTM+H's RPCs on a core of the NIC: a request's records are read, locked and written by the verbs that a
 * coordinator would use. One core.
 */
public final class NicServer extends RpcCore<NicOperation> {
    private final TableCopies[] tables;
    private final VerbMemory memory;
    private final double entryNs;

    /**
     * Puts itself on a core. Only while the node is built.
     *
     * @param callersPerCore how many coroutines of each node ask it
     */
    public NicServer(
            NodeContext scope, NicCores nic, int core, TableCopies[] tables, DrtmOptions options, int callersPerCore) {
        super(scope, nic, core, callersPerCore);
        this.tables = tables;
        entryNs = (1 - RpcPlace.CALLERS_SHARE) * options.rpc.entryNs();
        memory = new VerbMemory(scope.capability(OneSidedVerbs.class), stage(), this);
    }

    @Override
    protected VerbMemory memory() {
        return memory;
    }

    TableCopies table(int table) {
        return tables[table];
    }

    int tables() {
        return tables.length;
    }

    double entryNs() {
        return entryNs;
    }

    @Override
    protected NicOperation operation(int number) {
        return new NicOperation(number, this);
    }

    @Override
    protected void begin(Step step, NicOperation operation, Message request) {
        if (Rpc.op(request) == Rpc.LOG_ACK) {
            Message reply = step.take(Rpc.REPLY_BYTES);
            Rpc.reply(reply, Rpc.coroutineNumber(request), Rpc.OK);
            reply(step, operation.number(), request.sourceNode(), request.kind(), reply);
            return;
        }
        request.keep();
        operation.begin(step, request);
    }

    @Override
    protected void completed(Step step, NicOperation operation, int part, Message message) {
        if (operation.completed(step, part, message)) {
            Message request = operation.request();
            reply(step, operation.number(), request.sourceNode(), request.kind(), operation.reply(step));
            step.release(request);
        }
    }
}
