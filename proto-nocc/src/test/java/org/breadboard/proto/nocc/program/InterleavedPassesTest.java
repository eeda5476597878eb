// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random packets over few keys and fewer entries, whose passes interleave at random. Values carry their key, so that
 * one that gets to another key shows.
 */
class InterleavedPassesTest {
    private static final int KEYS = 6;

    @ParameterizedTest
    @ValueSource(strings = {"second-chance", "replace", "none"})
    void shouldCorrectOnlyWithValuesOfTheKeyAndChangeNothingElse(String eviction) {
        for (long seed = 0; seed < 300; seed++) {
            run(seed, eviction);
        }
    }

    private static void run(long seed, String eviction) {
        SplittableRandom random = new SplittableRandom(seed);
        TestSwitch it = new TestSwitch(1 + random.nextInt(4), eviction, seed % 2 == 0);
        List<TestSwitch.Passing> underWay = new ArrayList<>();
        for (int packets = 0; packets < 200 || !underWay.isEmpty(); ) {
            if (packets < 200 && underWay.size() < 5 && random.nextBoolean()) {
                packets++;
                underWay.add(packet(it, random));
            }
            if (!underWay.isEmpty()) {
                int which = random.nextInt(underWay.size());
                TestSwitch.Passing passing = underWay.get(which);
                Fate fate = passing.pass();
                assertTrue(passing.passes() <= it.mostPasses(), "seed " + seed + ": a packet goes round for ever");
                if (fate != Fate.RECIRCULATE) {
                    underWay.remove(which);
                    check(passing, fate, seed);
                }
            }
        }
        // Nothing is left pinned: whatever the entry, another key gets it.
        for (int key = 100; key < 120 && eviction.equals("replace"); key++) {
            it.sent(TestSwitch.write(key, 1));
            assertTrue(it.has(key, 1), "seed " + seed + ": an entry stayed pinned");
        }
    }

    private static TestSwitch.Passing packet(TestSwitch it, SplittableRandom random) {
        long[] ops = new long[1 + random.nextInt(Wire.MAX_OPS)];
        int kind = random.nextInt(4);
        for (int op = 0; op < ops.length; op++) {
            int key = random.nextInt(KEYS);
            long value = (long) key << 8 | random.nextInt(3);
            ops[op] = switch (kind) {
                case 0 -> TestSwitch.updated(key, value);
                case 1 -> TestSwitch.compare(key, value);
                default -> random.nextBoolean() ? TestSwitch.compare(key, value) : TestSwitch.write(key, value);
            };
        }
        return switch (kind) {
            case 0 -> it.packet(Wire.RESPONSE | Wire.STORE_COMMIT, Wire.OK, ops);
            case 1 -> it.packet(Wire.RESPONSE, Wire.ABORT, ops);
            default -> it.packet(random.nextBoolean() ? Wire.REQUEST : Wire.PREPARE, Wire.OK, ops);
        };
    }

    private static void check(TestSwitch.Passing passing, Fate fate, long seed) {
        String where = "seed " + seed;
        if (fate == Fate.FORWARD) {
            assertTrue(passing.isUnchanged(), where + ": a forwarded packet was changed");
            return;
        }
        assertEquals(Fate.TURN_ROUND, fate, where);
        int corrected = 0;
        for (int op = 0; op < Wire.ops(passing.bytes); op++) {
            assertEquals(
                    WireFormat.NOCC.opKey(passing.bytes, op), passing.value(op) >> 8, where + ": another key's value");
            corrected += passing.isOpUnchanged(op) ? 0 : 1;
        }
        assertTrue(corrected > 0, where + ": turned round without a correction");
    }
}
