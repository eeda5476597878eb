// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.Watchdog;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.PacketPort;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.shard.LogRecord;

/**
 * A core's part in replication: it sends what it executed to the same core of each backup, takes the acknowledgements,
 * and does for other stores' logs what their backups do. A backup that does not get on for a time-out is sent the first
 * entry that it misses again, and after twice as long once more; what came behind that it has kept.
 *
 * <p>An entry keeps the backup's core busy for as long as a request of as many operations would: there is one figure of
 * what a store takes for a packet and what it asks for. An acknowledgement costs its system call; so does sending an
 * entry, whose bytes are put together in the time of the request.
 */
final class LogChannel extends Watchdog {
    private final NoccOptions options;
    private final int number;
    private final ReplicationLog log;
    private final BackupLog[] backups;
    private final boolean recovers;
    private final PacketPort port;
    private final Counter sent;
    private final Counter resent;
    private final Counter taken;
    private final Counter held;
    private final Counter full;
    private final Counter malformed;

    /**
     * Opens the core's port.
     *
     * @param log this store's
     * @param backups those of others, each at the number of its primary's node; null where this node is no backup
     */
    LogChannel(
            NodeContext scope,
            Stage stage,
            NoccOptions options,
            int core,
            int queueSlots,
            ReplicationLog log,
            BackupLog[] backups) {
        this.options = options;
        this.log = log;
        this.backups = backups;
        recovers = scope.recovery() != null;
        number = Addresses.LOG_PORT + core;
        port = new PacketPort(scope.capability(DatagramTransport.class).open(stage, number, queueSlots, queueSlots));
        sent = scope.counter("nocc.log.sent");
        resent = scope.counter("nocc.log.resent");
        taken = scope.counter("nocc.log.taken");
        held = scope.counter("nocc.log.heldAnswers");
        full = scope.counter("nocc.log.full");
        malformed = scope.unexpected("nocc.log.malformed");
        stage.add(this);
    }

    /** Whether a message has come to this port. */
    boolean isFor(Message message) {
        return message.port() == number;
    }

    /** Takes an entry or an acknowledgement; then there may be answers to {@link #release}. */
    void receive(Step step, Message message) {
        port.received(step, message);
        byte[] bytes = message.bytes();
        int node = message.sourceNode();
        boolean isWell = LogWire.is(recovers ? LogWire.RECORD : LogWire.ENTRY, bytes, message.lengthBytes())
                ? take(step, node, bytes)
                : LogWire.is(LogWire.ACKNOWLEDGEMENT, bytes, message.lengthBytes())
                        && log.acknowledge(node, LogWire.sequence(bytes, 0), step.nowNs());
        malformed.add(isWell ? 0 : 1);
    }

    private boolean take(Step step, int primary, byte[] entry) {
        boolean isBackup = primary >= 0 && primary < backups.length && backups[primary] != null;
        if (!isBackup || !backups[primary].take(entry)) {
            return false;
        }
        taken.add(1);
        step.busy(options.storeServiceNs(LogWire.writes(entry, 0), step.random()));
        Message message = step.take(Wire.ROOM_BYTES);
        message.lengthBytes(LogWire.acknowledgement(message.bytes(), backups[primary].applied()));
        port.send(step, primary, number, message);
        return true;
    }

    /**
     * Whether there is room for what a request may write; if not, that is counted, and its client has to send it again.
     */
    boolean hasRoom() {
        boolean room = log.hasRoom();
        full.add(room ? 0 : 1);
        return room;
    }

    /**
     * Sends what the client's request, just executed, wrote; whether its answer is held for now.
     *
     * @param record what it did, in a run whose machines may crash; null if it has changed nothing, or in other runs
     */
    boolean holds(Step step, ClientMemory memory, LogRecord record) {
        if (record != null || !recovers && (memory.answerFlags & Wire.STORE_COMMIT) != 0) {
            long next = log.last() + 1;
            if (record == null) {
                log.append(memory.answer, step.nowNs());
            } else {
                log.append(record, step.nowNs());
            }
            for (long entry = next; entry <= log.last(); entry++) {
                for (int backup = 0; backup < log.backups(); backup++) {
                    send(step, backup, entry);
                }
            }
            if (!log.isSettled()) {
                arm(step, options.logTimeoutNs);
            }
        }
        boolean holds = log.hold(memory);
        held.add(holds ? 1 : 0);
        return holds;
    }

    private void send(Step step, int backup, long entry) {
        Message message = step.take(Wire.ROOM_BYTES);
        message.lengthBytes(log.copy(entry, message.bytes()));
        port.send(step, log.node(backup), number, message);
        sent.add(1);
    }

    /** A client whose answer need not be held any more, or null. */
    ClientMemory release() {
        return log.release();
    }

    /** The time-out, whichever core's entry it is that a backup misses. */
    @Override
    protected double look(Step step) {
        double soonestNs = Double.POSITIVE_INFINITY;
        for (int backup = 0; backup < log.backups(); backup++) {
            if (log.isBehind(backup)) {
                if (log.resendNs(backup, options.logTimeoutNs) <= step.nowNs()) {
                    resent.add(1);
                    log.resent(backup, step.nowNs());
                    send(step, backup, log.missing(backup));
                }
                soonestNs = Math.min(soonestNs, log.resendNs(backup, options.logTimeoutNs));
            }
        }
        return log.isSettled() ? Double.POSITIVE_INFINITY : soonestNs;
    }

    Transmit transmit(Step step) {
        return port.transmit(step);
    }
}
