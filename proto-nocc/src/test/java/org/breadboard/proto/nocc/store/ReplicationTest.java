// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.runtime.Message;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;
import org.breadboard.testkit.AllocationMeter;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** A store on node 0 and its backups on nodes 1 and 2, in a network that a test plays; keys are 1 to 100. */
class ReplicationTest {
    private static final int KEYS = 100;
    private static final int CLIENTS = 6;
    private static final int CLIENT_NODE = 3;
    private static final NoccOptions OPTIONS =
            new NoccOptions(Settings.defaultsOf(NoccOptions.settings()), WireFormat.VERSIONED);
    private static final long TIMEOUT_NS = (long) OPTIONS.logTimeoutNs;

    private final ShardRecords[] records = new ShardRecords[3];
    private final StoreScope[] scopes = {new StoreScope(0), new StoreScope(1), new StoreScope(2)};
    private final StoreCore[][] cores = new StoreCore[3][2];
    private ReplicationLog log;
    private final Addresses addresses = new Addresses(3, 2);
    private final int[] requests = new int[CLIENTS];

    ReplicationTest() {
        build(1024);
    }

    private void build(int logEntries) {
        Witnesses witnesses = new Witnesses(3);
        for (int client = 0; client < CLIENTS; client++) {
            addresses.add(CLIENT_NODE, 0, client);
            witnesses.add();
        }
        for (int node = 0; node < 3; node++) {
            records[node] = new ShardRecords(
                    TestParts.region("records", ShardRecords.regionBytes(KEYS), Lifetime.PROCESS, ShardRecords.LAYOUT));
            for (int key = 1; key <= KEYS; key++) {
                records[node].insert(key, new byte[Wire.VALUE_BYTES]);
            }
            BackupLog[] backups = new BackupLog[3];
            backups[0] = node == 0 ? null : new BackupLog(new Shards(records[node]), null, logEntries);
            ReplicationLog own = new ReplicationLog(node == 0 ? new int[] {1, 2} : new int[0], logEntries);
            log = node == 0 ? own : log;
            Memories memories = new Memories(witnesses, node, WireFormat.VERSIONED);
            for (int core = 0; core < 2; core++) {
                cores[node][core] = new StoreCore(
                        scopes[node],
                        OPTIONS,
                        addresses,
                        new Executor(new Shards(records[node]), OPTIONS.corrections, OPTIONS.breakage),
                        memories,
                        new Replication(own, backups),
                        null,
                        core);
            }
        }
    }

    private static OpList writes(long value, int... keys) {
        OpList ops = new OpList();
        for (int key : keys) {
            ops.values()[ops.valueAt(ops.add(Wire.WRITE, key))] = (byte) value;
        }
        return ops;
    }

    private static OpList read(int key) {
        OpList ops = new OpList();
        ops.add(Wire.READ, key);
        return ops;
    }

    /** Packets of a request to the store. */
    private List<Message> packets(int client, int type, OpList ops) {
        List<Message> packets = new ArrayList<>();
        for (int fragment = 0; fragment < ops.fragments(); fragment++) {
            Message message = TestParts.message(Wire.ROOM_BYTES);
            message.sourceNode(CLIENT_NODE);
            message.port(addresses.storePort(client));
            message.lengthBytes(ops.encode(
                    WireFormat.VERSIONED, message.bytes(), type, client, requests[client], Wire.OK, fragment));
            packets.add(message);
        }
        return packets;
    }

    private void request(int client, OpList ops) {
        packets(client, Wire.REQUEST, ops).forEach(this::deliver);
    }

    private void deliver(Message message) {
        int node = message.targetNode();
        int first = message.port() >= Addresses.LOG_PORT ? Addresses.LOG_PORT : Addresses.STORE_PORT;
        cores[node][message.port() - first].receive(scopes[node], message);
    }

    /** What a node has sent, and forgets it. */
    private List<Message> sent(int node) {
        List<Message> sent = List.copyOf(scopes[node].sent());
        scopes[node].sent().clear();
        return sent;
    }

    private static List<Message> to(int node, List<Message> sent) {
        return sent.stream().filter(message -> message.targetNode() == node).toList();
    }

    /** How often answered: all of it to clients. */
    private static int answers(List<Message> sent) {
        return to(CLIENT_NODE, sent).size();
    }

    private long version(int node, int key) {
        return records[node].version(records[node].find(key));
    }

    @Test
    void shouldNotAnswerBeforeAllBackupsHaveIt() {
        request(0, writes(7, 1));
        List<Message> sent = sent(0);
        assertEquals(0, answers(sent));
        assertEquals(1, version(0, 1), "executed at once");
        request(1, read(1));
        request(0, writes(7, 1));
        assertEquals(0, answers(sent(0)), "a read of it, and a repeated request, wait as well");
        to(1, sent).forEach(this::deliver);
        sent(1).forEach(this::deliver);
        assertEquals(0, answers(sent(0)), "one of two backups has it");
        to(2, sent).forEach(this::deliver);
        assertEquals(1, version(1, 1) * version(2, 1));
        sent(2).forEach(this::deliver);
        assertEquals(2, answers(sent(0)));
        request(0, writes(7, 1));
        assertEquals(1, answers(sent(0)), "now it is answered from memory");
        assertEquals(1, version(0, 1));
    }

    /** The next writes do not wait for the first ones to be acknowledged; the backup may get them in any order. */
    @Test
    void shouldExecuteOnWhatIsNotAcknowledgedAndApplyInOrder() {
        for (int client = 0; client < 3; client++) {
            request(client, writes(client + 1, 1));
        }
        assertEquals(3, version(0, 1));
        List<Message> entries = to(1, sent(0));
        deliver(entries.get(2));
        deliver(entries.get(1));
        deliver(entries.get(1));
        assertEquals(0, version(1, 1));
        deliver(entries.get(0));
        deliver(entries.get(2));
        assertEquals(3, version(1, 1));
        byte[] value = new byte[Wire.VALUE_BYTES];
        records[1].read(records[1].find(1), value, 0);
        assertEquals(3, value[0]);
    }

    @Test
    void shouldWaitForAllEntriesOfALargeTransaction() {
        request(0, writes(1, IntStream.rangeClosed(1, 20).toArray()));
        List<Message> entries = sent(0);
        assertEquals(6, entries.size());
        for (int entry = 0; entry < 6; entry++) {
            deliver(entries.get(entry));
            assertEquals(0, answers(sent(0)));
            sent(entries.get(entry).targetNode()).forEach(this::deliver);
        }
        assertEquals(1, version(1, 1) * version(2, 20));
        assertEquals(3, answers(sent(0)), "the answer has three packets");
    }

    @Test
    void shouldSendAgainWhatABackupMisses() {
        request(0, writes(1, 1));
        request(1, writes(2, 1));
        List<Message> lost = sent(0);
        to(2, lost).forEach(this::deliver);
        sent(2).forEach(this::deliver);
        deliver(to(1, lost).get(1));
        scopes[0].pass(TIMEOUT_NS - 1);
        assertEquals(0, sent(0).size(), "not yet");
        scopes[0].pass(1);
        List<Message> again = sent(0);
        assertEquals(1, again.size(), "the first that one of them misses");
        again.forEach(this::deliver);
        assertEquals(2, version(1, 1));
        sent(1).forEach(this::deliver);
        assertEquals(2, answers(sent(0)));
        assertTrue(log.isSettled());
    }

    /** What finds no room is not executed; when there is room, its client's next try is. */
    @Test
    void shouldDropRequestsWhileTheLogIsFull() {
        build(LogWire.MAX_ENTRIES);
        request(0, writes(1, 1));
        List<Message> entries = sent(0);
        request(1, writes(2, 1));
        assertEquals(0, sent(0).size());
        assertEquals(1, version(0, 1));
        assertEquals(1, scopes[0].count("nocc.log.full"));
        entries.forEach(this::deliver);
        sent(1).forEach(this::deliver);
        sent(2).forEach(this::deliver);
        assertEquals(1, answers(sent(0)));
        request(1, writes(2, 1));
        assertEquals(2, version(0, 1));
    }

    /** A client that a switch had turned round goes on before it is answered; its older answer has nobody to go to. */
    @Test
    void shouldHoldTheLastAnswerOfAClient() {
        OpList stale = new OpList();
        stale.values()[stale.valueAt(stale.add(Wire.VALUE, 2))] = 99;
        request(0, writes(1, 1));
        requests[1] = 4096;
        request(1, stale);
        request(2, writes(1, 3));
        requests[1] = 4097;
        request(1, writes(1, 2));
        List<String> answers = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            sent(node).forEach(this::deliver);
        }
        for (Message answer : sent(0)) {
            answers.add(Wire.client(answer.bytes()) + ":" + Wire.request(answer.bytes()));
        }
        assertEquals(List.of("0:0", "2:0", "1:4097"), answers);
    }

    /**
     * Packets are lost, doubled and shuffled; whatever version a client is told, both backups have it. In the end the
     * three are equal.
     */
    @Test
    void shouldNeverShowWhatABackupLacks() {
        int held = 0;
        for (long seed = 1; seed <= 200; seed++) {
            build(seed % 2 == 0 ? 1024 : 2 * LogWire.MAX_ENTRIES);
            held += play(new SplittableRandom(seed), "seed " + seed);
        }
        assertTrue(held > 10_000, held + " answers were held");
    }

    private int play(SplittableRandom random, String seed) {
        List<Message> network = new ArrayList<>();
        long heldBefore = scopes[0].count("nocc.log.heldAnswers");
        for (int step = 0; step < 600; step++) {
            int client = random.nextInt(CLIENTS);
            if (random.nextInt(3) == 0) {
                int type = random.nextInt(8);
                requests[client] = type == 0 ? requests[client] : RequestId.afterStore(requests[client]);
                OpList ops = type < 3 ? read(1 + random.nextInt(5)) : write(random);
                network.addAll(packets(client, type == 7 ? Wire.PREPARE : type == 6 ? Wire.DECIDE : Wire.REQUEST, ops));
            } else if (random.nextInt(20) == 0) {
                scopes[0].pass(TIMEOUT_NS / 2);
            } else if (!network.isEmpty()) {
                Message packet = network.remove(random.nextInt(Math.min(10, network.size())));
                int fate = random.nextInt(20);
                if (fate == 0) {
                    network.add(packet);
                }
                if (fate != 1) {
                    deliver(packet);
                }
            }
            collect(network, seed);
        }
        for (int round = 0; round < 10_000 && !(network.isEmpty() && log.isSettled()); round++) {
            if (network.isEmpty()) {
                scopes[0].pass(TIMEOUT_NS);
            } else {
                deliver(network.remove(0));
            }
            collect(network, seed);
        }
        assertTrue(log.isSettled(), seed + ": " + log);
        byte[] first = new byte[Wire.VALUE_BYTES];
        byte[] other = new byte[Wire.VALUE_BYTES];
        for (int key = 1; key <= KEYS; key++) {
            records[0].read(records[0].find(key), first, 0);
            for (int node = 1; node < 3; node++) {
                assertEquals(version(0, key), version(node, key), seed + ", key " + key);
                records[node].read(records[node].find(key), other, 0);
                assertEquals(List.of(first[0], first[1]), List.of(other[0], other[1]), seed + ", key " + key);
            }
        }
        return (int) (scopes[0].count("nocc.log.heldAnswers") - heldBefore);
    }

    private static OpList write(SplittableRandom random) {
        OpList ops = new OpList();
        int count = random.nextInt(5) == 0 ? 30 : 1 + random.nextInt(3);
        int key = 1 + random.nextInt(5);
        for (int op = 0; op < count; op++) {
            int at = ops.valueAt(ops.add(Wire.WRITE, key + op));
            ops.values()[at] = (byte) random.nextInt();
            ops.values()[at + 1] = (byte) random.nextInt();
        }
        return ops;
    }

    /** Takes what was sent into the network, and looks at every answer. */
    private void collect(List<Message> network, String seed) {
        for (int node = 0; node < 3; node++) {
            for (Message message : sent(node)) {
                if (message.targetNode() < 3) {
                    network.add(message);
                    continue;
                }
                byte[] bytes = message.bytes();
                assertEquals(Wire.Check.WELL, WireFormat.VERSIONED.check(bytes, message.lengthBytes()), seed);
                for (int op = 0; op < Wire.ops(bytes); op++) {
                    int key = WireFormat.VERSIONED.opKey(bytes, op);
                    int shown = WireFormat.VERSIONED.opVersion(bytes, op);
                    for (int backup = 1; backup < 3; backup++) {
                        assertTrue(
                                version(backup, key) >= shown,
                                seed + ": version " + shown + " of key " + key + " was shown, but node " + backup
                                        + " has " + version(backup, key));
                    }
                }
            }
        }
    }

    /** What comes to the port of the log and cannot be from another store changes nothing. */
    @Test
    void shouldDropWhatNoStoreSent() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        request(0, writes(1, 1));
        Message entry = to(1, sent(0)).get(0);
        int malformed = 3;
        for (int node = 1; node <= 3; node++) { // two of what is not there yet, and one of a node that is no backup
            Message early = TestParts.message(Wire.ROOM_BYTES);
            early.lengthBytes(LogWire.acknowledgement(early.bytes(), node < 3 ? 2 : 1));
            early.sourceNode(node);
            early.port(Addresses.LOG_PORT);
            deliver(early);
        }
        for (int round = 0; round < 1_000_000; round++) {
            Message message = TestParts.message(Wire.ROOM_BYTES);
            message.copyOf(entry);
            int node = random.nextInt(3);
            message.targetNode(node);
            message.sourceNode(random.nextInt(5) - 1);
            byte[] bytes = message.bytes();
            if (random.nextBoolean()) {
                message.lengthBytes(random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(LogWire.HEADER_BYTES + Integer.BYTES)] = (byte) random.nextInt();
            }
            boolean isFromPrimary = node > 0 && message.sourceNode() == 0;
            if (!isFromPrimary || !LogWire.is(LogWire.ENTRY, bytes, message.lengthBytes())) {
                malformed++;
                deliver(message);
            }
        }
        assertEquals(
                malformed,
                IntStream.range(0, 3)
                        .mapToLong(node -> scopes[node].count("nocc.log.malformed"))
                        .sum(),
                "seed " + seed);
        assertEquals(0, answers(sent(0)));
        assertEquals(0, version(1, 1) + version(2, 1));
    }

    @Test
    void shouldAllocateNothing() {
        OpList answer = new OpList();
        answer.add(Wire.UPDATED, 1);
        byte[] packet = new byte[Wire.ROOM_BYTES];
        ReplicationLog primary = new ReplicationLog(new int[] {1}, 64);
        BackupLog backup = new BackupLog(new Shards(records[1]), null, 64);
        ClientMemory client = new ClientMemory(0, new WitnessRow(), WireFormat.NOCC);
        AllocationMeter.assertNone("entries", () -> {
            primary.append(answer, 0);
            primary.hold(client);
            primary.copy(primary.last(), packet);
            backup.take(packet);
            primary.acknowledge(1, backup.applied(), 0);
            primary.release();
        });
        assertEquals(40_000, backup.applied());
    }
}
