// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.PacketPort;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.shard.LogRecord;

/**
 * A core of a store: it serves its clients' requests one after another, as they arrive. A packet that makes no sense is
 * counted, and answered with BADREQ if its sender can be told from it; nothing that arrives makes it fail. If there are
 * backups, an answer leaves when these have what was written before it.
 */
final class StoreCore implements StageProgram {
    private static final int QUEUE_SLOTS = 4096;

    private final NoccOptions options;
    private final Addresses addresses;
    private final Executor executor;
    private final Memories memories;
    private final int core;
    private final PacketPort port;
    /** Null if there are no backups. */
    private final LogChannel log;
    /** Null if no machine may crash. */
    private final Journal journal;

    private final OpList nothing = new OpList();
    private final Counter executed;
    private final Counter aborts;
    private final Counter repeated;
    private final Counter late;
    private final Counter malformed;

    StoreCore(
            NodeContext scope,
            NoccOptions options,
            Addresses addresses,
            Executor executor,
            Memories memories,
            Replication replication,
            Journal journal,
            int core) {
        this.options = options;
        this.addresses = addresses;
        this.executor = executor;
        this.memories = memories;
        this.journal = journal;
        this.core = core;
        Stage stage = scope.stage(new StageSpec("store" + core, options.hostSpeed, "store"), this);
        port = new PacketPort(scope.capability(DatagramTransport.class)
                .open(stage, Addresses.STORE_PORT + core, QUEUE_SLOTS, QUEUE_SLOTS));
        log = replication == null ? null : replication.channel(scope, stage, options, core, QUEUE_SLOTS);
        executed = scope.counter("nocc.store.executed");
        aborts = scope.counter("nocc.store.aborts");
        repeated = scope.counter("nocc.store.repeated");
        late = scope.counter("nocc.store.late");
        malformed = scope.unexpected("nocc.store.malformed");
    }

    @Override
    public void receive(Step step, Message message) {
        if (log == null || !log.isFor(message)) {
            request(step, message);
            return;
        }
        log.receive(step, message);
        for (ClientMemory memory = log.release(); memory != null; memory = log.release()) {
            answer(step, memory);
        }
    }

    private void request(Step step, Message message) {
        port.received(step, message);
        byte[] bytes = message.bytes();
        Wire.Check check = options.format.check(bytes, message.lengthBytes());
        boolean isFromClient = check != Wire.Check.UNREADABLE && isFromClient(bytes, message.sourceNode());
        if (!isFromClient) {
            malformed.add(1);
        } else if (check == Wire.Check.BAD || Wire.type(bytes) == Wire.RESPONSE) {
            malformed.add(1);
            step.busy(options.storeServiceNs(0, step.random()));
            answer(step, Wire.client(bytes), Wire.request(bytes), Wire.RESPONSE, Wire.BADREQ, nothing);
        } else {
            serve(step, bytes);
        }
    }

    private boolean isFromClient(byte[] bytes, int node) {
        int client = Wire.client(bytes);
        return addresses.isClient(client) && addresses.node(client) == node && addresses.core(client) == core;
    }

    private void serve(Step step, byte[] bytes) {
        int client = Wire.client(bytes);
        int request = Wire.request(bytes);
        ClientMemory memory = memories.of(client);
        if (memory.isOld(request)) {
            late.add(1);
            if (Wire.fragment(bytes) == 0) {
                step.busy(options.storeServiceNs(Wire.ops(bytes), step.random()));
            }
        } else if (memory.isRepeated(request) || memory.isAnotherAttempt(request)) {
            if (Wire.fragment(bytes) == 0) {
                repeated.add(1);
                step.busy(options.storeServiceNs(Wire.ops(bytes), step.random()));
                if (!memory.isHeld) {
                    answer(step, memory);
                }
            }
        } else {
            if (!memory.arriving.isUnderWay() || memory.arriving.request() != request) {
                memory.arriving.begin(request);
            }
            if (memory.arriving.add(bytes)) {
                if (log == null || log.hasRoom()) {
                    execute(step, memory, request);
                }
                memory.arriving.begin(request);
            }
        }
    }

    private void execute(Step step, ClientMemory memory, int request) {
        OpList ops = memory.arriving.ops();
        int type = memory.arriving.flags() & Wire.RESPONSE;
        boolean wasPrepared = memory.isPrepared;
        executor.begin();
        executor.execute(memory, request, type, memory.arriving.status(), ops);
        LogRecord record = journal == null ? null : journal.executed(memory, request, type, wasPrepared);
        executor.end();
        step.busy(options.storeServiceNs(ops.count() + memory.answer.count(), step.random()));
        memory.request = request;
        memory.hasExecuted = true;
        executed.add(1);
        aborts.add(memory.answerStatus == Wire.ABORT ? 1 : 0);
        boolean held = log != null && log.holds(step, memory, record);
        if (!held) {
            answer(step, memory);
        }
    }

    private void answer(Step step, ClientMemory memory) {
        answer(step, memory.client, memory.request, memory.answerFlags, memory.answerStatus, memory.answer);
    }

    private void answer(Step step, int client, int request, int flags, int status, OpList ops) {
        for (int fragment = 0; fragment < ops.fragments(); fragment++) {
            Message message = step.take(Wire.ROOM_BYTES);
            message.lengthBytes(ops.encode(options.format, message.bytes(), flags, client, request, status, fragment));
            port.send(step, addresses.node(client), addresses.port(client), message);
        }
    }

    @Override
    public Transmit transmit(Step step) {
        Transmit answers = port.transmit(step);
        return log == null || answers != Transmit.IDLE ? answers : log.transmit(step);
    }
}
