// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Random programs do with random packets what the reference says. */
class ReferenceTest {
    private static final PipelineLimits LIMITS = new PipelineLimits(5, 2, 1 << 20, 32, 4096, 42, 64);
    private static final int PROGRAMS = 3000;
    private static final int PACKETS = 40;
    private static final int MOST_PASSES = 5;
    private static final int BEFORE = 3;

    private long recirculated;

    @Test
    void shouldDoWhatTheReferenceSays() {
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            check(seed);
        }
        assertTrue(recirculated > PROGRAMS, "packets recirculate in random programs");
    }

    private void check(long seed) {
        String where = "seed " + seed;
        Random random = new Random(seed);
        RandomProgram program = new RandomProgram(random, LIMITS);
        Map<String, Counter> counters = new TreeMap<>();
        Pipeline pipeline = ProgramAssembly.load(
                program, LIMITS, name -> counters.computeIfAbsent(name, key -> TestParts.counter()));
        for (int i = 0; i < PACKETS; i++) {
            int lengthBytes = random.nextInt(70);
            byte[] packet = new byte[BEFORE + lengthBytes + pipeline.carriedBytes()];
            for (int at = 0; at < packet.length; at++) {
                packet[at] = (byte)
                        (random.nextBoolean() ? 0 : random.nextInt(4) > 0 ? random.nextInt(4) : random.nextInt());
            }
            byte[] expected = Arrays.copyOfRange(packet, BEFORE, BEFORE + lengthBytes);
            byte[] before = Arrays.copyOf(packet, BEFORE);
            Map<String, Long> carried = new HashMap<>();
            int carriedAt = Pipeline.FIRST_PASS;
            for (int pass = 0; pass < MOST_PASSES; pass++) {
                Fate should = program.pass(expected, lengthBytes, carried);
                Fate did = pipeline.pass(packet, BEFORE, lengthBytes, carriedAt);
                assertEquals(should, did, where);
                assertArrayEquals(expected, Arrays.copyOfRange(packet, BEFORE, BEFORE + lengthBytes), where);
                assertArrayEquals(before, Arrays.copyOf(packet, BEFORE), where);
                if (did != Fate.RECIRCULATE) {
                    break;
                }
                recirculated++;
                carriedAt = BEFORE + lengthBytes;
                pipeline.putCarried(packet, carriedAt);
                for (Map.Entry<String, Long> each : carried.entrySet()) {
                    assertEquals(each.getValue(), program.carriedValue(packet, carriedAt, each.getKey()), where);
                }
            }
        }
        assertArrayEquals(
                program.cells(),
                Arrays.stream(pipeline.cells())
                        .mapToLong(Integer::toUnsignedLong)
                        .toArray(),
                where);
        for (int i = 0; i < program.counts.length; i++) {
            Counter counter = counters.get("counter" + i);
            assertEquals(program.counts[i], counter == null ? 0 : counter.value(), where);
        }
    }
}
