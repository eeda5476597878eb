// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.TestSwitch.compare;
import static org.breadboard.proto.nocc.program.TestSwitch.updated;
import static org.breadboard.proto.nocc.program.TestSwitch.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads that the switch serves: what the store has acknowledged, the newest of it that was seen, and of the right key.
 */
class HotReadsTest {
    private static final int X = 3;
    private static final int Y = 4;
    private static final int COMMIT = Wire.RESPONSE | Wire.STORE_COMMIT;

    private static TestSwitch cache(int entries) {
        return new TestSwitch(entries, "replace", false, WireFormat.VERSIONED);
    }

    private static void answered(TestSwitch it, int version, int flags, int status, long... ops) {
        TestSwitch.Passing answer = it.packetOf(version, flags, status, ops);
        assertEquals(Fate.FORWARD, answer.toEnd());
        assertTrue(answer.isUnchanged());
    }

    /** What a read of a key gets: version and value, or that the store has to say. */
    private static String read(TestSwitch it, int key) {
        TestSwitch.Passing reading = it.request(TestSwitch.read(key));
        Fate fate = reading.toEnd();
        assertEquals(1, reading.passes());
        if (fate == Fate.FORWARD) {
            assertTrue(reading.isUnchanged());
            return "store";
        }
        assertEquals(Fate.TURN_ROUND, fate);
        assertEquals(Wire.RESPONSE | Wire.FROM_SWITCH, Wire.flags(reading.bytes));
        assertEquals(Wire.OK, Wire.status(reading.bytes));
        assertEquals(Wire.Check.WELL, WireFormat.VERSIONED.check(reading.bytes, reading.bytes.length));
        assertEquals(Wire.VALUE, WireFormat.VERSIONED.opType(reading.bytes, 0));
        assertEquals(key, WireFormat.VERSIONED.opKey(reading.bytes, 0));
        return reading.value(0) + " v" + reading.version(0);
    }

    @Test
    void shouldServeWhatTheStoreHasAcknowledged() {
        TestSwitch it = cache(64);
        assertEquals("store", read(it, X));
        answered(it, 0, Wire.RESPONSE, Wire.OK, compare(X, 7)); // answers a read of the initial value
        assertEquals("7 v0", read(it, X));
        it.sent(compare(X, 7), write(X, 8));
        assertEquals("7 v0", read(it, X), "speculation was served");
        answered(it, 1, COMMIT, Wire.OK, updated(X, 8));
        assertEquals("8 v1", read(it, X));
        answered(it, 2, Wire.RESPONSE, Wire.ABORT, compare(X, 9));
        assertEquals("9 v2", read(it, X));
        assertEquals(4, it.count("readsServed"));
    }

    @Test
    void shouldServeNoSpeculation() {
        assertEquals("7 v0", readAfterAWrite());
    }

    private static String readAfterAWrite() {
        TestSwitch it = cache(64);
        answered(it, 0, Wire.RESPONSE, Wire.OK, compare(X, 7));
        it.sent(write(X, 8));
        return read(it, X);
    }

    /**
     * A key that only a request has brought has nothing acknowledged; nor does it take corrections of a switch for
     * that.
     */
    @Test
    void shouldNotServeWhatOnlyRequestsHaveSaid() {
        TestSwitch it = cache(64);
        it.sent(write(X, 1));
        assertEquals("store", read(it, X));
        assertEquals(Fate.TURN_ROUND, it.sent(compare(X, 0)).toEnd());
        answered(it, 5, Wire.RESPONSE | Wire.FROM_SWITCH, Wire.OPTIMISTIC_ABORT, compare(X, 1));
        answered(it, 5, Wire.RESPONSE | Wire.FROM_SWITCH, Wire.OK, compare(X, 1));
        assertEquals("store", read(it, X));
    }

    /** Late, twice or in another order: an older version never replaces a newer one. */
    @Test
    void shouldNotGoBackToAnOlderVersion() {
        assertEquals("9 v5", readAfterALateAnswer());
    }

    private static String readAfterALateAnswer() {
        TestSwitch it = cache(64);
        answered(it, 5, COMMIT, Wire.OK, updated(X, 9));
        answered(it, 4, COMMIT, Wire.OK, updated(X, 8));
        return read(it, X);
    }

    /** Another key in the entry: nothing of the old one is left. */
    @Test
    void shouldServeNothingOfAnEvictedKey() {
        assertEquals("store store", readsAfterEviction());
    }

    private static String readsAfterEviction() {
        TestSwitch it = cache(1);
        answered(it, 5, COMMIT, Wire.OK, updated(X, 9));
        it.sent(write(Y, 1));
        return read(it, X) + " " + read(it, Y);
    }

    /** An answer that takes another key's place begins with its own version, if that is a lower number. */
    @Test
    void shouldBeginAnewWithAnotherKey() {
        TestSwitch it = cache(1);
        answered(it, 5, COMMIT, Wire.OK, updated(X, 9));
        answered(it, 2, COMMIT, Wire.OK, updated(Y, 6));
        assertEquals("6 v2", read(it, Y));
        assertEquals("store", read(it, X));
        assertEquals(1, it.count("evictions"));
    }

    @Test
    void shouldGiveAServedKeyASecondChance() {
        TestSwitch it = new TestSwitch(1, "second-chance", false, WireFormat.VERSIONED);
        answered(it, 1, COMMIT, Wire.OK, updated(X, 9));
        assertEquals("9 v1", read(it, X));
        answered(it, 1, Wire.RESPONSE, Wire.OK, compare(Y, 6));
        assertEquals("9 v1", read(it, X));
        answered(it, 1, Wire.RESPONSE, Wire.OK, compare(Y, 6));
        answered(it, 1, Wire.RESPONSE, Wire.OK, compare(Y, 6));
        assertEquals("6 v1", read(it, Y));
    }

    @Test
    void shouldSendEverythingElseToTheStore() {
        TestSwitch it = cache(64);
        answered(it, 1, COMMIT, Wire.OK, updated(X, 1), updated(Y, 1));
        List<TestSwitch.Passing> others = new ArrayList<>();
        others.add(it.request(TestSwitch.read(X), TestSwitch.read(Y)));
        others.add(it.packet(Wire.REQUEST | Wire.FRESH, Wire.OK, TestSwitch.read(X)));
        others.add(it.packet(Wire.PREPARE, Wire.OK, TestSwitch.read(X)));
        others.add(it.packet(Wire.DECIDE, Wire.OK, TestSwitch.read(X)));
        TestSwitch.Passing part = it.request(TestSwitch.read(X));
        Wire.fragment(part.bytes, 1, 2);
        others.add(part);
        TestSwitch.Passing wrong = it.request(TestSwitch.read(X));
        wrong.bytes[Wire.OPS_AT] = 2;
        others.add(wrong);
        for (TestSwitch.Passing other : others) {
            byte[] came = other.bytes.clone();
            assertEquals(Fate.FORWARD, other.toEnd());
            assertArrayEquals(came, other.bytes);
            assertEquals(1, other.passes());
        }
    }

    /**
     * Random packets over more keys than entries, whose passes interleave at random. A record's n-th version has value
     * n, its answers come in any order and more than once; requests write values of no version.
     */
    @ParameterizedTest
    @ValueSource(strings = {"second-chance", "replace", "none"})
    void shouldServeAcknowledgedVersionsOnlyHoweverPassesInterleave(String eviction) {
        long served = 0;
        for (long seed = 0; seed < 300; seed++) {
            served += run(seed, eviction);
        }
        assertNotEquals(0, served);
    }

    private static long run(long seed, String eviction) {
        SplittableRandom random = new SplittableRandom(seed);
        int entries = 1 + random.nextInt(4);
        TestSwitch it = new TestSwitch(entries, eviction, seed % 2 == 0, WireFormat.VERSIONED);
        List<TestSwitch.Passing> underWay = new ArrayList<>();
        for (int packets = 0; packets < 300 || !underWay.isEmpty(); ) {
            if (packets < 300 && underWay.size() < 5 && random.nextBoolean()) {
                packets++;
                underWay.add(packet(it, random));
            }
            if (!underWay.isEmpty()) {
                TestSwitch.Passing passing = underWay.get(random.nextInt(underWay.size()));
                if (passing.pass() != Fate.RECIRCULATE) {
                    underWay.remove(passing);
                    check(passing, "seed " + seed);
                }
            }
        }
        return it.count("readsServed");
    }

    private static TestSwitch.Passing packet(TestSwitch it, SplittableRandom random) {
        int key = random.nextInt(6);
        int version = random.nextInt(30);
        long value = (long) key << 5 | version; // of the store's
        return switch (random.nextInt(5)) {
            case 0 -> it.packetOf(version, COMMIT, Wire.OK, updated(key, value));
            case 1 -> it.packetOf(version, Wire.RESPONSE, Wire.ABORT, compare(key, value));
            case 2 -> it.packetOf(version, Wire.RESPONSE, Wire.OK, compare(key, value));
            case 3 -> it.request(compare(key, value), write(key, 0xffff));
            default -> it.request(TestSwitch.read(key));
        };
    }

    private static void check(TestSwitch.Passing passing, String where) {
        WireFormat format = WireFormat.VERSIONED;
        if (Wire.flags(passing.bytes) == (Wire.RESPONSE | Wire.FROM_SWITCH) && Wire.status(passing.bytes) == Wire.OK) {
            int key = format.opKey(passing.bytes, 0);
            assertEquals((long) key << 5 | passing.version(0), passing.value(0), where + ": no value of that version");
        }
    }
}
