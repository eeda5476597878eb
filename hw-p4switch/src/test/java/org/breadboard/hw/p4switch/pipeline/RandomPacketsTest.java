// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.hw.p4switch.Frame;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Packets of random bytes never make the pipeline throw, and change its registers only where the program says so. */
class RandomPacketsTest {
    private static final int PACKETS = 10_000_000;
    private static final int MAGIC = 0x5a17;
    private static final int LONGEST_BYTES = 220;
    private static final int CELLS = 64;
    private static final int OPERATIONS = 7;
    private static final int MOST_PASSES = 20;

    /** A small cache behind a guard: only whole packets with the magic number and a legal count may write. */
    private static void guarded(Assembly assembly) {
        assembly.ports(9000, 1);
        Field magic = assembly.header("magic", 0, 16);
        Field count = assembly.header("count", 2, 8);
        Field at = assembly.carried("at", 8);
        HeaderStack operations = assembly.stack("operations", 13, 21, OPERATIONS, at);
        Field key = operations.field("key", 1, 32);
        Field value = operations.field("value", 5, 32);
        Field legal = assembly.metadata("legal", 8);
        Field cell = assembly.metadata("cell", 32);
        Field old = assembly.metadata("old", 32);
        assembly.stage(0).when().hash(cell, key);
        assembly.stage(0)
                .when(
                        magic.is(MAGIC),
                        count.below(OPERATIONS + 1),
                        count.isNot(0),
                        assembly.payloadBytes().is(160))
                .set(legal, 1);
        assembly.stage(1)
                .access(assembly.register("values", 1, CELLS, 32), cell)
                .when(legal.is(1))
                .old(old)
                .set(value);
        assembly.stage(2).when(legal.is(1)).set(value, old).add(at, 1);
        assembly.stage(3)
                .when(legal.is(1), at.below(count))
                .then(Fate.RECIRCULATE)
                .count("again");
    }

    @Test
    void shouldSurviveTenMillionOfThem() {
        long seed = Long.getLong("breadboard.packets.seed", 1);
        long packets = Long.getLong("breadboard.packets", PACKETS);
        PipelineLimits limits = new PipelineLimits(12, 4, 1 << 20, 32, 4096, Frame.HEADER_BYTES, 64);
        Counter again = TestParts.counter();
        Pipeline pipeline = ProgramAssembly.load(RandomPacketsTest::guarded, limits, name -> again);
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] exact = new byte[LONGEST_BYTES + 1][];
        for (int i = 0; i <= LONGEST_BYTES; i++) {
            exact[i] = new byte[i];
        }
        int[] zeros = new int[CELLS];
        int udp = 0;
        int seen = 0;
        for (long i = 0; i < packets; i++) {
            int lengthBytes = random.nextInt(LONGEST_BYTES + 1);
            byte[] packet = exact[lengthBytes];
            scramble(random, packet, lengthBytes);
            int kind = (int) (i & 3);
            if (kind > 0 && lengthBytes >= Frame.HEADER_BYTES) {
                // A right frame, one that claims another length, or one with a byte of its headers changed.
                int rightBytes = lengthBytes - Frame.HEADER_BYTES;
                Frame.write(packet, 1, 2, 3, 9000, kind == 2 ? random.nextInt(2 * LONGEST_BYTES) : rightBytes);
                if (kind == 3) {
                    packet[random.nextInt(Frame.HEADER_BYTES)] = (byte) random.nextInt();
                }
            }
            if (!Frame.isUdp(packet, lengthBytes)) {
                continue;
            }
            udp++;
            int payloadBytes = Frame.payloadBytes(packet);
            assertTrue(payloadBytes >= 0 && Frame.HEADER_BYTES + payloadBytes <= lengthBytes, () -> "seed " + seed);
            if (!pipeline.sees(Frame.targetPort(packet))) {
                continue;
            }
            seen++;
            // By chance the bytes may be legal ones; here they must not be.
            if (payloadBytes == 160 && packet[Frame.HEADER_BYTES] == MAGIC >> 8) {
                packet[Frame.HEADER_BYTES] = 0;
            }
            assertEquals(
                    Fate.FORWARD,
                    pipeline.pass(packet, Frame.HEADER_BYTES, payloadBytes, Pipeline.FIRST_PASS),
                    () -> "seed " + seed);
        }
        assertArrayEquals(zeros, pipeline.cells(), "seed " + seed);
        assertEquals(0, again.value(), "seed " + seed);
        assertTrue(udp > packets / 4 && seen > packets / 4, udp + " and " + seen);
    }

    @Test
    void shouldChangeRegistersBehindTheGuard() {
        long seed = 1;
        PipelineLimits limits = new PipelineLimits(12, 4, 1 << 20, 32, 4096, Frame.HEADER_BYTES, 64);
        Counter again = TestParts.counter();
        Pipeline pipeline = ProgramAssembly.load(RandomPacketsTest::guarded, limits, name -> again);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] packet = new byte[LONGEST_BYTES + pipeline.carriedBytes()];
        for (int i = 0; i < 100_000; i++) {
            scramble(random, packet, 160);
            packet[0] = (byte) (MAGIC >> 8);
            packet[1] = (byte) MAGIC;
            int count = packet[2] & 0xff;
            int passes = 1;
            Fate fate = pipeline.pass(packet, 0, 160, Pipeline.FIRST_PASS);
            while (fate == Fate.RECIRCULATE && passes < MOST_PASSES) {
                pipeline.putCarried(packet, 160);
                fate = pipeline.pass(packet, 0, 160, 160);
                passes++;
            }
            assertEquals(count >= 1 && count <= OPERATIONS ? count : 1, passes);
        }
        assertTrue(again.value() > 0);
        for (int cell : pipeline.cells()) {
            assertTrue(cell != 0);
        }
    }

    private static void scramble(SplittableRandom random, byte[] packet, int lengthBytes) {
        for (int at = 0; at < lengthBytes; at += Long.BYTES) {
            long word = random.nextLong();
            for (int i = 0; i < Long.BYTES && at + i < lengthBytes; i++) {
                packet[at + i] = (byte) (word >> i * Byte.SIZE);
            }
        }
    }
}
