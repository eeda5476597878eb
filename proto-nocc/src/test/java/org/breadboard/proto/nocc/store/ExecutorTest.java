// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.memory.Lifetime;
import org.breadboard.proto.nocc.options.Breakage;
import org.breadboard.proto.nocc.options.Corrections;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;
import org.breadboard.testkit.AllocationMeter;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** What a store does with requests; keys 1 to 9 have their number as value. */
class ExecutorTest {
    private final ShardRecords records = new ShardRecords(
            TestParts.region("records", ShardRecords.regionBytes(9), Lifetime.PROCESS, ShardRecords.LAYOUT));
    private Executor executor = new Executor(new Shards(records), Corrections.WRITTEN, Breakage.NONE);
    private final ClientMemory memory = new ClientMemory(0, new WitnessRow(), WireFormat.NOCC);
    private final ClientMemory other = new ClientMemory(1, new WitnessRow(), WireFormat.NOCC);
    private int request;

    ExecutorTest() {
        for (int key = 1; key < 10; key++) {
            records.insert(key, value(key));
        }
    }

    private static byte[] value(int number) {
        byte[] value = new byte[Wire.VALUE_BYTES];
        value[7] = (byte) number;
        value[15] = (byte) number;
        return value;
    }

    /** Operations as type, key, value. */
    private static OpList ops(int... numbers) {
        OpList ops = new OpList();
        for (int i = 0; i < numbers.length; i += 3) {
            ops.add(numbers[i], numbers[i + 1], value(numbers[i + 2]), 0, Wire.VALUE_BYTES);
        }
        return ops;
    }

    private String run(ClientMemory of, int type, int status, int... numbers) {
        executor.execute(of, ++request, type, status, ops(numbers));
        StringBuilder said = new StringBuilder(new String[] {"ok", "abort", "early", "bad", "locked"}[of.answerStatus]);
        said.append((of.answerFlags & Wire.STORE_COMMIT) != 0 ? ", committed" : "");
        for (int op = 0; op < of.answer.count(); op++) {
            String type1 = new String[] {"nop", "read", "write", "value", "updated"}[of.answer.type(op)];
            said.append(", ").append(type1).append(' ').append(of.answer.key(op));
            said.append('=').append(of.answer.values()[of.answer.valueAt(op) + 15]);
        }
        return said.toString();
    }

    private String run(int... numbers) {
        return run(memory, Wire.REQUEST, Wire.OK, numbers);
    }

    @Test
    void shouldCommitWhatIsCurrentAndSayWhatItReadAndWrote() {
        assertEquals("ok, committed, value 3=3, updated 2=8", run(Wire.VALUE, 1, 1, Wire.READ, 3, 0, Wire.WRITE, 2, 8));
        assertEquals(0, memory.witness.version(request, 0));
        assertEquals(0, memory.witness.version(request, 1));
        assertEquals(1, memory.witness.version(request, 2));
        assertEquals("ok, value 2=8, nop 77=0", run(Wire.READ, 2, 0, Wire.READ, 77, 0));
        assertEquals(1, memory.witness.version(request, 0));
    }

    /** Decision 1: what is stale, and what else would have been written. */
    @Test
    void shouldAbortWithAllThatASwitchHasToTakeBack() {
        int[] stale = {Wire.VALUE, 1, 1, Wire.VALUE, 2, 9, Wire.WRITE, 2, 5, Wire.WRITE, 4, 6};
        assertEquals("abort, value 2=2, value 4=4", run(stale));
        assertEquals("ok, value 4=4", run(Wire.READ, 4, 0));
    }

    /** NOCC 2, by the letter: what caused the abort. */
    @Test
    void shouldCorrectFailedComparesAloneWhereToldTo() {
        executor = new Executor(new Shards(records), Corrections.FAILED, Breakage.NONE);
        int[] stale = {Wire.VALUE, 1, 1, Wire.VALUE, 2, 9, Wire.WRITE, 2, 5, Wire.WRITE, 4, 6};
        assertEquals("abort, value 2=2", run(stale));
    }

    /** Decision 7: a value that returned is current. */
    @Test
    void shouldTakeAValueThatReturnedForCurrent() {
        run(Wire.WRITE, 1, 5);
        run(Wire.WRITE, 1, 1);
        assertEquals("ok, committed, updated 2=7", run(Wire.VALUE, 1, 1, Wire.WRITE, 2, 7));
        assertEquals(2, memory.witness.version(request, 0));
    }

    @Test
    void shouldRefuseToWriteOrCompareWhatItDoesNotHave() {
        assertEquals("bad", run(Wire.WRITE, 1, 5, Wire.WRITE, 77, 5));
        assertEquals("bad", run(Wire.VALUE, 77, 5));
        assertEquals("ok, value 1=1", run(Wire.READ, 1, 0));
    }

    @Test
    void shouldHoldWhatIsPreparedUntilItIsDecided() {
        assertEquals("ok", run(memory, Wire.PREPARE, Wire.OK, Wire.VALUE, 1, 1, Wire.WRITE, 2, 7));
        assertEquals("locked, value 2=2", run(other, Wire.REQUEST, Wire.OK, Wire.WRITE, 2, 8));
        assertEquals("locked", run(other, Wire.REQUEST, Wire.OK, Wire.READ, 1, 0));
        assertEquals("ok, committed, updated 2=7", run(memory, Wire.DECIDE, Wire.OK));
        assertEquals("ok, value 1=1, value 2=7", run(other, Wire.REQUEST, Wire.OK, Wire.READ, 1, 0, Wire.READ, 2, 0));
    }

    @Test
    void shouldUndoWhatIsDecidedAgainstAndSayTheValues() {
        run(memory, Wire.PREPARE, Wire.OK, Wire.VALUE, 1, 1, Wire.WRITE, 2, 7);
        assertEquals("abort, value 2=2", run(memory, Wire.DECIDE, Wire.ABORT, Wire.READ, 2, 0));
        assertEquals("ok, committed, updated 2=8", run(other, Wire.REQUEST, Wire.OK, Wire.WRITE, 2, 8));
        assertEquals("bad", run(memory, Wire.DECIDE, Wire.OK));
    }

    /** A client that goes on without a decision has given up what it prepared. */
    @Test
    void shouldLetGoOfWhatItsClientGaveUp() {
        run(memory, Wire.PREPARE, Wire.OK, Wire.WRITE, 2, 7);
        assertEquals("ok, committed, updated 3=9", run(memory, Wire.REQUEST, Wire.OK, Wire.WRITE, 3, 9));
        assertEquals("ok, value 2=2", run(other, Wire.REQUEST, Wire.OK, Wire.READ, 2, 0));
    }

    @Test
    void shouldAllocateNothing() {
        OpList write = ops(Wire.VALUE, 1, 1, Wire.WRITE, 2, 7);
        AllocationMeter.assertNone("requests", () -> executor.execute(memory, ++request, 0, 0, write));
    }
}
