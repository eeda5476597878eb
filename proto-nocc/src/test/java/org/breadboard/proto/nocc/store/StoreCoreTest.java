// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.runtime.Message;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** A store's core among packets that come again, late, in parts, or from nobody; key 1 has value 0. */
class StoreCoreTest {
    private static final int NODE = 1;
    private final ShardRecords records = new ShardRecords(
            TestParts.region("records", ShardRecords.regionBytes(100), Lifetime.PROCESS, ShardRecords.LAYOUT));
    private final StoreScope scope = new StoreScope();
    private final StoreCore core;

    StoreCoreTest() {
        byte[] zero = new byte[Wire.VALUE_BYTES];
        for (int key = 1; key <= 100; key++) {
            records.insert(key, zero);
        }
        Addresses addresses = new Addresses(1, 1);
        Witnesses witnesses = new Witnesses(1);
        for (int client = 0; client < 3; client++) {
            addresses.add(NODE, 0, client);
            witnesses.add();
        }
        NoccOptions options = new NoccOptions(Settings.defaultsOf(NoccOptions.settings()), WireFormat.NOCC);
        core = new StoreCore(
                scope,
                options,
                addresses,
                new Executor(new Shards(records), options.corrections, options.breakage),
                new Memories(witnesses, 0, WireFormat.NOCC),
                null,
                null,
                0);
    }

    private static OpList write(int value, int keys) {
        OpList ops = new OpList();
        for (int key = 1; key <= keys; key++) {
            int op = ops.add(Wire.WRITE, key);
            ops.values()[ops.valueAt(op)] = (byte) value;
        }
        return ops;
    }

    private void send(OpList ops, int request, int fragment) {
        Message message = TestParts.message(Wire.ROOM_BYTES);
        message.sourceNode(NODE);
        message.lengthBytes(ops.encode(WireFormat.NOCC, message.bytes(), Wire.REQUEST, 2, request, Wire.OK, fragment));
        core.receive(scope, message);
    }

    private long version(int key) {
        return records.version(records.find(key));
    }

    private List<String> answers() {
        List<String> answers = new ArrayList<>();
        for (Message message : scope.sent()) {
            assertEquals(Wire.Check.WELL, WireFormat.NOCC.check(message.bytes(), message.lengthBytes()));
            answers.add(Wire.request(message.bytes()) + ":" + Wire.status(message.bytes()));
        }
        scope.sent().clear();
        return answers;
    }

    /** Decision 3. */
    @Test
    void shouldExecuteARequestOnceAndAnswerItAgainFromMemory() {
        send(write(1, 1), 4096, 0);
        send(write(1, 1), 4096, 0);
        assertEquals(List.of("4096:0", "4096:0"), answers());
        assertEquals(1, version(1));
    }

    @Test
    void shouldDropWhatIsOlderThanWhatItHasExecuted() {
        send(write(2, 1), 8192, 0);
        send(write(1, 1), 4096, 0);
        assertEquals(List.of("8192:0"), answers());
        assertEquals(1, version(1));
    }

    /** It has to be received and parsed before the store can tell that it is old. */
    @Test
    void shouldTakeItsTimeWithWhatIsOld() {
        send(write(2, 1), 8192, 0);
        double before = scope.busyNs();
        send(write(1, 20), 4096, 0);
        double lateNs = scope.busyNs() - before;
        assertTrue(
                lateNs >= 23_000 && lateNs <= 71_000,
                lateNs + " ns: 6,667 for each of the packet's 7 operations, by up to half of it more or less");
        send(write(1, 20), 4096, 1);
        assertEquals(before + lateNs, scope.busyNs(), "once for each request");
        assertEquals(2, scope.count("nocc.store.late"));
    }

    /**
     * An increment's packets and a payment's are not the same work: it grows with the operations that are parsed and
     * built.
     */
    @Test
    void shouldTakeItsTimeWithEachOperation() {
        assertEquals(7, busyNs(7, 0) / busyNs(1, 400), 0.5);
    }

    /** Over 200 requests that write so many keys each; the first follows on request {@code after}. */
    private double busyNs(int keys, int after) {
        double before = scope.busyNs();
        int request = 4096 * (after + 1);
        for (int i = 0; i < 200; i++) {
            send(write(i, keys), request, 0);
            request = RequestId.afterStore(request);
        }
        scope.sent().clear();
        return scope.busyNs() - before;
    }

    /** Of attempts between which only a switch has spoken, one takes effect, and the others are told so. */
    @Test
    void shouldExecuteOneOfSeveralAttempts() {
        send(write(1, 1), 4096, 0);
        send(write(2, 1), 4098, 0);
        assertEquals(List.of("4096:0", "4096:0"), answers());
        send(write(3, 1), RequestId.afterStore(4098), 0);
        assertEquals(2, version(1));
    }

    @Test
    void shouldPutFragmentsTogetherInAnyOrder() {
        OpList large = write(1, 20);
        for (int fragment : new int[] {2, 0, 0}) {
            send(large, 4096, fragment);
        }
        assertEquals(List.of(), answers());
        assertEquals(0, version(20));
        send(large, 4096, 1);
        assertEquals(List.of("4096:0", "4096:0", "4096:0"), answers());
        assertEquals(1, version(1) * version(20));
        send(large, 4096, 0);
        assertEquals(3, answers().size(), "the whole answer again");
        assertEquals(1, version(1));
    }

    @Test
    void shouldAnswerBadRequestsAndDropWhatNobodySent() {
        Message message = TestParts.message(Wire.ROOM_BYTES);
        message.sourceNode(NODE);
        message.lengthBytes(
                write(1, 1).encode(WireFormat.NOCC, message.bytes(), Wire.REQUEST, 2, 4096, Wire.OK, 0) - 1);
        core.receive(scope, message);
        assertEquals(List.of("4096:3"), answers());
        message.sourceNode(NODE + 1);
        core.receive(scope, message);
        message.sourceNode(NODE);
        message.lengthBytes(5);
        core.receive(scope, message);
        assertEquals(List.of(), answers());
        assertEquals(0, version(1));
        assertEquals(3, scope.count("nocc.store.malformed"));
    }

    /**
     * What is well formed may still make no sense: decisions on nothing, unknown keys, fragments of different requests.
     */
    @Test
    void shouldNeverFailOnWellFormedNonsense() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        Message message = TestParts.message(Wire.ROOM_BYTES);
        message.sourceNode(NODE);
        byte[] value = new byte[Wire.VALUE_BYTES];
        int served = 0;
        for (int round = 0; round < 300_000; round++) {
            OpList ops = new OpList();
            int count = random.nextInt(4) == 0 ? random.nextInt(OpList.CAPACITY + 1) : random.nextInt(8);
            for (int op = 0; op < count; op++) {
                value[0] = (byte) random.nextInt(2);
                ops.add(random.nextInt(4), random.nextInt(1, 130), value, 0, Wire.VALUE_BYTES);
            }
            int fragment = random.nextInt(ops.fragments());
            message.lengthBytes(ops.encode(
                    WireFormat.NOCC,
                    message.bytes(),
                    random.nextInt(3),
                    2,
                    (round / 3 + random.nextInt(3)) << 10,
                    Wire.OK,
                    fragment));
            served += WireFormat.NOCC.check(message.bytes(), message.lengthBytes()) == Wire.Check.WELL ? 1 : 0;
            core.receive(scope, message);
            for (Message answer : scope.sent()) {
                assertEquals(
                        Wire.Check.WELL, WireFormat.NOCC.check(answer.bytes(), answer.lengthBytes()), "seed " + seed);
            }
            scope.sent().clear();
        }
        assertEquals(300_000, served, "seed " + seed);
        assertTrue(scope.count("nocc.store.executed") > 10_000, "seed " + seed);
    }

    /** Ten million packets that are not well formed, of a client that exists or not. */
    @Test
    void shouldNeverFailNorChangeOnMalformedPackets() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        Message message = TestParts.message(Wire.ROOM_BYTES);
        message.sourceNode(NODE);
        byte[] bytes = message.bytes();
        OpList well = write(1, 7);
        int malformed = 0;
        for (int round = 0; round < 10_000_000; round++) {
            int length = well.encode(WireFormat.NOCC, bytes, random.nextInt(4), 2, random.nextInt(), Wire.OK, 0);
            bytes[random.nextInt(length)] = (byte) random.nextInt();
            bytes[random.nextInt(Wire.HEADER_BYTES)] = (byte) random.nextInt();
            length = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : length;
            if (WireFormat.NOCC.check(bytes, length) != Wire.Check.WELL) {
                malformed++;
                message.lengthBytes(length);
                core.receive(scope, message);
                scope.sent().clear();
            }
        }
        assertTrue(malformed > 1_000_000, malformed + " malformed packets");
        assertEquals(malformed, scope.count("nocc.store.malformed"), "seed " + seed);
        for (int key = 1; key <= 100; key++) {
            assertEquals(0, version(key), "seed " + seed);
        }
    }
}
