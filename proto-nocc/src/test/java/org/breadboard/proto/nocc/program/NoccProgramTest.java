// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.TestSwitch.compare;
import static org.breadboard.proto.nocc.program.TestSwitch.read;
import static org.breadboard.proto.nocc.program.TestSwitch.updated;
import static org.breadboard.proto.nocc.program.TestSwitch.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.Wire;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the program does, and that each of the model's decisions about the switch is needed: without it the same steps
 * end otherwise.
 */
class NoccProgramTest {
    private static final int X = 3;
    private static final int Y = 4;
    private static final int Z = 5;

    private static TestSwitch cache(int entries) {
        return new TestSwitch(entries, "replace");
    }

    @Test
    void shouldAbortWhatWasOvertaken() {
        TestSwitch it = cache(64);
        assertEquals(Fate.FORWARD, it.sent(compare(X, 0), write(X, 1)).toEnd());
        TestSwitch.Passing stale = it.sent(compare(Y, 9), compare(X, 0), write(X, 1));
        assertEquals(Fate.FORWARD, stale.toEnd(), "a compare that is not cached forwards");
        stale = it.sent(compare(X, 0), write(X, 2));
        assertEquals(Fate.TURN_ROUND, stale.toEnd());
        assertEquals(1, stale.value(0));
        assertEquals(Wire.OPTIMISTIC_ABORT, Wire.status(stale.bytes));
        assertEquals(Wire.RESPONSE | Wire.FROM_SWITCH, Wire.flags(stale.bytes));
        assertTrue(it.has(X, 1), "an aborted write was remembered");
        assertEquals(Fate.FORWARD, it.sent(compare(X, 1), write(X, 2)).toEnd());
        assertTrue(it.has(X, 2));
    }

    @Test
    void shouldGoRoundTwicePerOperationOfARequestAndOnceOfAnAnswer() {
        TestSwitch it = cache(64);
        TestSwitch.Passing request = it.sent(compare(X, 0), write(X, 1));
        assertEquals(4, request.passes());
        assertTrue(request.isUnchanged());
        TestSwitch.Passing answer = it.packet(Wire.RESPONSE | Wire.STORE_COMMIT, Wire.OK, updated(X, 1), updated(Y, 1));
        answer.toEnd();
        assertEquals(2, answer.passes());
    }

    @Test
    void shouldLeaveReadsAlone() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        TestSwitch.Passing reads = it.sent(read(X), read(Y));
        assertEquals(1, reads.passes());
        assertTrue(reads.isUnchanged());
        TestSwitch.Passing answer = it.packet(Wire.RESPONSE, Wire.OK, compare(X, 7));
        assertEquals(Fate.FORWARD, answer.toEnd());
        assertEquals(1, answer.passes());
        assertTrue(it.has(X, 1), "an answer to a read changed the cache");
    }

    /**
     * What stores say to each other does not come to the program; if it did, it would be forwarded as it is, and change
     * nothing.
     */
    @Test
    void shouldLeaveTheLogForBackupsAlone() {
        TestSwitch it = cache(4);
        it.sent(write(X, 1));
        byte[] value = new byte[Wire.VALUE_BYTES];
        for (int core = 0; core < NoccOptions.MAX_STORE_CORES; core++) {
            assertTrue(it.sees(Addresses.STORE_PORT + core));
            assertFalse(it.sees(Addresses.LOG_PORT + core));
        }
        for (int number = 1; number <= 2_000; number++) {
            int writes = 1 + number % LogWire.MAX_WRITES;
            byte[] entry = new byte[LogWire.lengthBytes(writes)];
            LogWire.entry(entry, 0, number << 5, writes);
            for (int write = 0; write < writes; write++) {
                value[15] = (byte) number;
                LogWire.write(entry, 0, write, number % 3 == 0 ? X : number, value, 0);
            }
            assertForwardedAtOnce(it.bytes(entry));
            byte[] acknowledgement = new byte[LogWire.HEADER_BYTES];
            LogWire.acknowledgement(acknowledgement, number);
            assertForwardedAtOnce(it.bytes(acknowledgement));
        }
        assertTrue(it.has(X, 1));
    }

    private static void assertForwardedAtOnce(TestSwitch.Passing packet) {
        assertEquals(Fate.FORWARD, packet.toEnd());
        assertEquals(1, packet.passes());
        assertTrue(packet.isUnchanged());
    }

    @Test
    void shouldJudgePreparationsButNoDecisionsAndNoFragments() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        assertEquals(
                Fate.TURN_ROUND, it.packet(Wire.PREPARE, Wire.OK, compare(X, 0)).toEnd());
        assertEquals(
                Fate.FORWARD, it.packet(Wire.DECIDE, Wire.OK, compare(X, 0)).toEnd());
        TestSwitch.Passing part = it.request(compare(X, 0));
        Wire.fragment(part.bytes, 1, 2);
        assertEquals(Fate.FORWARD, part.toEnd());
    }

    /** Decision 1: a store's abort takes back what the aborted transaction had left. */
    @Test
    void shouldTakeBackWhatTheStoreAborts() {
        assertTrue(cacheAfterAbort().has(X, 5));
    }

    private static TestSwitch cacheAfterAbort() {
        TestSwitch it = cache(64);
        it.sent(compare(Y, 0), write(X, 6)); // Y is stale at the store, which the switch does not know
        assertTrue(it.has(X, 6));
        it.aborted(compare(Y, 1), compare(X, 5));
        return it;
    }

    /** Decision 1, from the clients' side: all are turned round for good if nothing reverts. */
    @Test
    void shouldNotTurnRoundForGood() {
        assertTrue(commitsAfterALostRequest());
    }

    private static boolean commitsAfterALostRequest() {
        TestSwitch it = cache(1);
        long store = 0;
        it.sent(compare(X, 0), write(X, 1)); // lost behind the switch
        long known = 0;
        for (int tries = 0; tries < 100; tries++) {
            TestSwitch.Passing attempt = it.sent(compare(X, known), write(X, 50 + tries));
            if (attempt.toEnd() == Fate.TURN_ROUND) {
                known = attempt.value(0);
            } else if (known == store) {
                return true;
            } else {
                it.aborted(compare(X, store));
                known = store;
            }
        }
        return false;
    }

    /**
     * Two requests were doomed together; by the second one's abort the first one's has put things right, and more has
     * come.
     */
    @Test
    void shouldRevertOnceIfToldSo() {
        assertTrue(cacheAfterTwoAborts(true).has(X, 3));
        assertTrue(cacheAfterTwoAborts(false).has(X, 2), "the paper's way");
    }

    private static TestSwitch cacheAfterTwoAborts(boolean once) {
        TestSwitch it = new TestSwitch(64, "replace", once);
        it.from(1).sent(write(X, 8));
        it.from(2).sent(compare(X, 8), write(X, 9));
        it.from(1).aborted(compare(X, 2));
        it.from(3).sent(compare(X, 2), write(X, 3));
        it.from(2).aborted(compare(X, 2));
        return it;
    }

    /** What came after the last revert is taken back all the same. */
    @Test
    void shouldRevertWhatCameAfterTheLastRevert() {
        TestSwitch it = new TestSwitch(64, "replace", true);
        for (int client = 1; client < 5; client++) {
            it.from(client).sent(write(X, 8));
            it.from(client).aborted(compare(X, client));
            assertTrue(it.has(X, client));
        }
    }

    /** Decision 2: a commit's answer comes late; what has been written since is newer. */
    @Test
    void shouldNotLetCommitsOverwriteNewerSpeculation() {
        assertTrue(cacheAfterCommit().has(X, 2));
    }

    private static TestSwitch cacheAfterCommit() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        it.sent(compare(X, 1), write(X, 2));
        it.committed(updated(X, 1));
        return it;
    }

    @Test
    void shouldLearnFromCommitsAndAbortsOfWhatItDidNotSee() {
        TestSwitch it = cache(64);
        it.committed(updated(X, 1));
        it.aborted(compare(Y, 2));
        assertTrue(it.has(X, 1) && it.has(Y, 2));
    }

    /** Decision 4: a compare that is not cached forwards, whatever the others say; its writes are remembered. */
    @Test
    void shouldForwardWhatItCannotJudge() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        TestSwitch.Passing mixed = it.sent(compare(X, 0), compare(Y, 0), write(Z, 3));
        assertEquals(Fate.FORWARD, mixed.toEnd());
        assertTrue(mixed.isUnchanged() && it.has(Z, 3));
    }

    /** Decision 4: with one entry for all keys, another packet evicts X between this packet's two rounds. */
    @Test
    void shouldNotEvictWhatAPacketCountsOn() {
        assertEquals(1, correctionWhileEvicting());
    }

    private static long correctionWhileEvicting() {
        TestSwitch it = cache(1);
        it.sent(write(X, 1));
        TestSwitch.Passing stale = it.request(compare(X, 0));
        stale.pass();
        it.sent(write(Y, 7));
        assertEquals(Fate.TURN_ROUND, stale.toEnd());
        return stale.value(0);
    }

    /** Decision 5: another packet writes between check and update. Acting on it all the same loses the later value. */
    @Test
    void shouldNotOverwriteWhatChangedSinceItWasChecked() {
        assertTrue(cacheAfterInterleavedWrites().has(X, 9));
    }

    private static TestSwitch cacheAfterInterleavedWrites() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        TestSwitch.Passing slow = it.request(compare(X, 1), write(X, 2)).passes(2);
        it.sent(compare(X, 1), write(X, 9));
        assertEquals(Fate.FORWARD, slow.toEnd());
        assertTrue(slow.isUnchanged());
        return it;
    }

    /** Decision 5: what looked stale is right by the time of the second round. */
    @Test
    void shouldForwardWhatIsStaleNoMore() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        TestSwitch.Passing slow = it.request(compare(X, 0), write(X, 5)).passes(2);
        it.aborted(compare(X, 0));
        assertEquals(Fate.FORWARD, slow.toEnd());
        assertTrue(slow.isUnchanged());
        assertTrue(it.has(X, 0), "a request that fell back was remembered");
    }

    @Test
    void shouldFollowItsEvictionPolicy() {
        TestSwitch none = new TestSwitch(1, "none");
        none.sent(write(X, 1));
        none.sent(write(Y, 2));
        assertTrue(none.has(X, 1));
        TestSwitch replace = new TestSwitch(1, "replace");
        replace.sent(write(X, 1));
        TestSwitch.Passing other = replace.sent(write(Y, 2));
        assertEquals(3, other.passes(), "one more to take the place");
        assertTrue(other.isUnchanged() && replace.has(Y, 2));
        assertEquals(1, replace.count("evictions"));
        TestSwitch second = new TestSwitch(1, "second-chance");
        second.sent(write(X, 1));
        assertTrue(second.has(X, 1)); // looked at
        second.sent(write(Y, 2));
        assertTrue(second.has(X, 1));
        second.sent(write(Y, 2));
        second.sent(write(Y, 2));
        assertTrue(second.has(Y, 2));
    }

    @Test
    void shouldNotTouchWhatIsNotWellFormed() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        for (int ops = 0; ops < 256; ops++) {
            TestSwitch.Passing wrong = it.request(compare(X, 0), write(X, 2));
            wrong.bytes[Wire.OPS_AT] = (byte) ops;
            if (ops != 2) {
                assertEquals(Fate.FORWARD, wrong.pass());
            }
        }
        for (int flags = 0; flags < 256; flags++) {
            TestSwitch.Passing wrong = it.packet(flags, Wire.BADREQ, compare(X, 7), write(X, 7));
            if (flags != Wire.REQUEST && flags != Wire.PREPARE) {
                assertEquals(Fate.FORWARD, wrong.toEnd());
            }
        }
        assertEquals(Fate.FORWARD, it.bytes(new byte[3]).toEnd());
        assertTrue(it.has(X, 1));
    }

    /** The parser's reach bounds how many operations are judged (NOCC 3); what has more passes as it came. */
    @Test
    void shouldForwardWhatHasMoreOperationsThanItReaches() {
        PipelineLimits narrow = new PipelineLimits(12, 4, 1 << 20, 32, 1300, 42, 64);
        TestSwitch it = new TestSwitch(64, 2, narrow);
        it.sent(write(X, 1));
        TestSwitch.Passing doomed = it.request(compare(X, 0), write(X, 2));
        assertEquals(Fate.TURN_ROUND, doomed.toEnd(), "two are judged");
        TestSwitch.Passing longer = it.request(compare(X, 0), write(X, 2), write(Y, 2));
        assertEquals(Fate.FORWARD, longer.toEnd(), "three are not");
        assertTrue(longer.isUnchanged());
        assertTrue(it.has(X, 1));
        RefusedException refused = Assertions.assertThrows(RefusedException.class, () -> new TestSwitch(64, 7, narrow));
        assertTrue(refused.getMessage().contains("operations"), refused.getMessage());
    }

    /** Each of seven writes is checked, finds another key in its place, claims that, and takes it. */
    @ParameterizedTest
    @CsvSource({"replace,21", "second-chance,21", "none,14"})
    void shouldNeedAsManyPassesAsItSays(String eviction, int most) {
        TestSwitch it = new TestSwitch(1, eviction);
        it.sent(write(100, 1));
        it.sent(write(101, 1)); // what is there has had its second chance
        TestSwitch.Passing worst =
                it.sent(write(1, 1), write(2, 1), write(3, 1), write(4, 1), write(5, 1), write(6, 1), write(7, 1));
        assertEquals(most, worst.passes());
        PipelineLimits enough = new PipelineLimits(12, 4, 1 << 20, 32, 4096, 42, most);
        new TestSwitch(1, eviction, enough);
        PipelineLimits few = new PipelineLimits(12, 4, 1 << 20, 32, 4096, 42, most - 1);
        RefusedException refused =
                Assertions.assertThrows(RefusedException.class, () -> new TestSwitch(1, eviction, few));
        assertEquals(
                "switch.maxPasses=" + (most - 1) + " would drop packets of this program, which may need " + most
                        + " passes: it takes " + most + " or more.",
                refused.getMessage());
    }

    /** A user who asks for too large a cache is told the key and what would fit, and nothing of registers. */
    @Test
    void shouldRefuseACacheThatDoesNotFit() {
        PipelineLimits small = new PipelineLimits(12, 4, 1 << 20, 32, 4096, 42, 64);
        new TestSwitch(26_214, "second-chance", small);
        RefusedException refused =
                Assertions.assertThrows(RefusedException.class, () -> new TestSwitch(26_215, "second-chance", small));
        assertEquals(
                "switch.cacheEntries=26215 is more than this switch has room for: an entry takes 40 bits of stage 4, which has"
                        + " 1048576, so that up to 26214 fit.",
                refused.getMessage());
        PipelineLimits none = new PipelineLimits(12, 4, 31, 32, 4096, 42, 64);
        refused = Assertions.assertThrows(RefusedException.class, () -> new TestSwitch(1, "none", none));
        assertTrue(refused.getMessage().endsWith("so that not one fits."), refused.getMessage());
    }

    @Test
    void shouldRefuseAPipelineThatIsTooSmall() {
        PipelineLimits few = new PipelineLimits(11, 4, 1 << 20, 32, 4096, 42, 64);
        RefusedException refused = Assertions.assertThrows(RefusedException.class, () -> new TestSwitch(64, 7, few));
        assertEquals(
                "NOCC's program has 12 stages, but this pipeline has 11; take a switch with more.",
                refused.getMessage());
    }
}
