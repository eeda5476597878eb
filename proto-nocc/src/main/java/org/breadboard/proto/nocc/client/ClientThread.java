// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.PacketPort;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.store.Witnesses;

/** A core of a client machine: its port and the clients that share it. */
final class ClientThread implements StageProgram {
    private static final int SPARE_SLOTS = 64;

    private final NoccOptions options;
    private final Addresses addresses;
    private final int[] valueBytes;
    private final int node;
    private final int number;
    private final PacketPort port;
    private final NoccClient[] clients;
    private final Resender resender;
    private final Counter resent;
    private final Counter twins;
    private final Counter malformed;

    ClientThread(
            NodeContext scope,
            NoccOptions options,
            Addresses addresses,
            Placement placement,
            Witnesses witnesses,
            int[] valueBytes,
            int number,
            boolean mayCrash) {
        this.options = options;
        this.addresses = addresses;
        this.valueBytes = valueBytes;
        this.node = scope.node();
        this.number = number;
        resent = scope.counter("nocc.client.resent");
        twins = scope.counter("nocc.client.twinsCommitted");
        malformed = scope.unexpected("nocc.client.malformed");
        Stage stage = scope.stage(new StageSpec("host" + number, options.hostSpeed, ""), this);
        TransactionSource source = scope.transactions(stage, number);
        int slots = SPARE_SLOTS + 4 * source.contexts() * addresses.stores();
        port = new PacketPort(
                scope.capability(DatagramTransport.class).open(stage, Addresses.CLIENT_PORT + number, slots, slots));
        clients = new NoccClient[source.contexts()];
        for (int context = 0; context < clients.length; context++) {
            int client = addresses.add(node, number, context);
            witnesses.add();
            Turns turns = mayCrash ? new Turns() : null;
            Lane[] lanes = new Lane[addresses.stores()];
            for (int store = 0; store < lanes.length; store++) {
                lanes[store] = new Lane(store, client, scope.firstNumber(), addresses, port, options.format, turns);
            }
            Submission submission = new Submission(placement, witnesses, client, lanes);
            clients[context] = new NoccClient(this, source, context, lanes, submission, turns);
            stage.add(clients[context]);
        }
        resender = new Resender(this, options.timeoutNs);
        stage.add(resender);
    }

    @Override
    public void receive(Step step, Message message) {
        port.received(step, message);
        byte[] bytes = message.bytes();
        int store = message.sourceNode();
        if (options.format.check(bytes, message.lengthBytes()) != Wire.Check.WELL
                || Wire.type(bytes) != Wire.RESPONSE
                || store < 0
                || store >= addresses.stores()
                || !isHere(Wire.client(bytes))) {
            malformed.add(1);
            return;
        }
        workOn(step, Wire.ops(bytes));
        clients[addresses.context(Wire.client(bytes))].receive(step, store, bytes);
    }

    private boolean isHere(int client) {
        return addresses.isClient(client)
                && addresses.node(client) == node
                && addresses.port(client) == Addresses.CLIENT_PORT + number
                && addresses.context(client) < clients.length;
    }

    @Override
    public Transmit transmit(Step step) {
        return port.transmit(step);
    }

    /** Tells what attempts under way would install; when all stands still. */
    void interrupted() {
        for (NoccClient client : clients) {
            client.interrupted();
        }
    }

    NoccClient[] clients() {
        return clients;
    }

    /** A client waits for an answer from now on. */
    void arm(Step step) {
        resender.arm(step);
    }

    /** A client has sent a request again. */
    void resent() {
        resent.add(1);
    }

    /** A client has learnt that a twin of what a switch turned round has committed. */
    void twin() {
        twins.add(1);
    }

    /** How packets are laid out. */
    WireFormat format() {
        return options.format;
    }

    /** An attempt begins. */
    void work(Step step) {
        step.busy(options.clientWorkNs(step.random()));
    }

    /** A packet of so many operations is built, or was parsed. */
    void workOn(Step step, int operations) {
        step.busy(options.clientOpsNs(operations, step.random()));
    }

    int cacheKeys() {
        return options.clientCacheKeys;
    }

    /** Size of the values of each table. */
    int[] valueBytes() {
        return valueBytes;
    }
}
