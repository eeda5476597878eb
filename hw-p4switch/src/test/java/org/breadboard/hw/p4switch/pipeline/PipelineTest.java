// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.zip.CRC32;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.testkit.AllocationMeter;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** What one pass does, case by case. */
class PipelineTest {
    private static final PipelineLimits LIMITS = new PipelineLimits(4, 4, 1 << 20, 32, 4096, 42, 64);

    private final Counter tally = TestParts.counter();

    private Pipeline load(PipelineProgram program) {
        return ProgramAssembly.load(program, LIMITS, name -> tally);
    }

    private static Fate pass(Pipeline pipeline, byte... payload) {
        return pipeline.pass(payload, 0, payload.length, Pipeline.FIRST_PASS);
    }

    @Test
    void shouldShowAStageWhatWasWhenThePacketEnteredIt() {
        Pipeline swap = load(assembly -> {
            Field a = assembly.header("a", 0, 8);
            Field b = assembly.header("b", 1, 8);
            assembly.stage(0).when().set(a, b).set(b, a);
        });
        byte[] packet = {1, 2};
        assertEquals(Fate.FORWARD, pass(swap, packet));
        assertArrayEquals(new byte[] {2, 1}, packet);
    }

    @Test
    void shouldLetTheLastMatchOfAStageDecide() {
        Pipeline pipeline = load(assembly -> {
            Field a = assembly.header("a", 0, 8);
            assembly.stage(0).when().set(a, 10).then(Fate.DROP);
            assembly.stage(0).when(a.is(1)).set(a, 20).then(Fate.TURN_ROUND);
            assembly.stage(1).when(a.is(20)).count("twenty");
        });
        byte[] one = {1};
        assertEquals(Fate.TURN_ROUND, pass(pipeline, one));
        assertEquals(20, one[0]);
        byte[] two = {2};
        assertEquals(Fate.DROP, pass(pipeline, two));
        assertEquals(10, two[0]);
        assertEquals(1, tally.value());
    }

    @Test
    void shouldDoTheFirstAlternativeThatMatches() {
        Pipeline pipeline = load(assembly -> {
            Field what = assembly.header("what", 0, 8);
            Field cell = assembly.header("cell", 1, 8);
            Field old = assembly.header("old", 2, 16);
            Field said = assembly.header("said", 4, 8);
            Stage.Access access = assembly.stage(1).access(assembly.register("r", 1, 3, 16), cell);
            access.when(what.is(1)).old(old).add(7);
            access.when(what.below(3)).old(old).ifIs(7, said).set(500);
            access.when(what.is(1)).set(9);
        });
        byte[] add = {1, 4, 9, 9, 9};
        pass(pipeline, add);
        assertArrayEquals(new byte[] {1, 4, 0, 0, 9}, add);
        assertArrayEquals(new int[] {0, 7, 0}, pipeline.cells(), "cell 4 of 3 is cell 1");
        byte[] set = {2, 1, 9, 9, 9};
        pass(pipeline, set);
        assertArrayEquals(new byte[] {2, 1, 0, 7, 1}, set);
        assertArrayEquals(new int[] {0, 500, 0}, pipeline.cells());
        byte[] not = {2, 1, 9, 9, 9};
        pass(pipeline, not);
        assertArrayEquals(new byte[] {2, 1, 1, (byte) 244, 0}, not);
        byte[] none = {3, 1, 9, 9, 9};
        pass(pipeline, none);
        assertArrayEquals(new byte[] {3, 1, 9, 9, 9}, none);
        assertArrayEquals(new int[] {0, 500, 0}, pipeline.cells());
    }

    @Test
    void shouldCompareWithoutSigns() {
        Pipeline pipeline = load(assembly -> {
            Field a = assembly.header("a", 0, 32);
            Field b = assembly.header("b", 4, 32);
            assembly.stage(0).when(a.below(b)).then(Fate.DROP);
            assembly.stage(1).when(a.below(-1), b.is(-1)).count("below");
        });
        assertEquals(
                Fate.DROP,
                pass(pipeline, (byte) 0x7f, (byte) 0, (byte) 0, (byte) 0, (byte) -1, (byte) -1, (byte) -1, (byte) -1));
        assertEquals(1, tally.value());
        assertEquals(
                Fate.FORWARD,
                pass(pipeline, (byte) -1, (byte) 0, (byte) 0, (byte) 0, (byte) 0x7f, (byte) 0, (byte) 0, (byte) 0));
    }

    @Test
    void shouldShowZerosBeyondThePacketAndLoseWhatIsSetThere() {
        Pipeline pipeline = load(assembly -> {
            Field length = assembly.payloadBytes();
            Field shown = assembly.header("shown", 0, 16);
            Field beyond = assembly.header("beyond", 4, 32);
            assembly.stage(0).when(beyond.is(0)).set(shown, length);
            assembly.stage(0).when().set(beyond, 5);
        });
        byte[] packet = {9, 9, 9, 9, 1, 1, 1, 77};
        pipeline.pass(packet, 0, 7, Pipeline.FIRST_PASS);
        assertArrayEquals(new byte[] {0, 7, 9, 9, 1, 1, 1, 77}, packet, "a field that is cut off is not there");
        pipeline.pass(packet, 0, 8, Pipeline.FIRST_PASS);
        assertArrayEquals(new byte[] {0, 7, 9, 9, 0, 0, 0, 5}, packet);
    }

    @Test
    void shouldKeepCarriedFieldsAndForgetMetadata() {
        Pipeline pipeline = load(assembly -> {
            Field at = assembly.carried("at", 8);
            Field many = assembly.carried("many", 32);
            HeaderStack stack = assembly.stack("stack", 1, 3, 3, at);
            Field value = stack.field("value", 1, 8);
            Field once = assembly.metadata("once", 8);
            Field header = assembly.header("header", 0, 8);
            assembly.stage(0)
                    .when()
                    .add(value, 10)
                    .add(at, 1)
                    .add(many, 0x01020304)
                    .add(once, 1);
            assembly.stage(1).when(at.below(5)).then(Fate.RECIRCULATE);
            assembly.stage(1).when(once.is(1)).add(header, 1);
        });
        assertEquals(5, pipeline.carriedBytes());
        byte[] packet = new byte[20];
        int length = 9; // the third element is cut off
        Fate fate = pipeline.pass(packet, 0, length, Pipeline.FIRST_PASS);
        int passes = 1;
        while (fate == Fate.RECIRCULATE) {
            pipeline.putCarried(packet, length);
            fate = pipeline.pass(packet, 0, length, length);
            passes++;
        }
        assertEquals(5, passes);
        assertEquals(Fate.FORWARD, fate);
        byte[] expected = {5, 0, 10, 0, 0, 10, 0, 0, 0, 4, 4, 8, 12, 16, 0, 0, 0, 0, 0, 0};
        assertArrayEquals(
                expected, packet, "elements 0 and 1 only; the carried fields of the fourth pass behind the payload");
    }

    @Test
    void shouldHashAFieldsBytesByCrc32() {
        Pipeline pipeline = load(assembly -> {
            Field key = assembly.header("key", 0, 32);
            Field narrow = assembly.header("narrow", 4, 16);
            assembly.stage(0).when().hash(assembly.header("hash", 6, 32), key);
            assembly.stage(1).when().hash(assembly.header("narrowHash", 10, 8), narrow);
        });
        byte[] packet = {1, 2, (byte) 200, 4, 5, 6, 0, 0, 0, 0, 0};
        CRC32 crc = new CRC32();
        crc.update(packet, 0, 4);
        CRC32 narrow = new CRC32();
        narrow.update(packet, 4, 2);
        pass(pipeline, packet);
        int found = (packet[6] & 0xff) << 24 | (packet[7] & 0xff) << 16 | (packet[8] & 0xff) << 8 | packet[9] & 0xff;
        assertEquals((int) crc.getValue(), found);
        assertEquals((byte) narrow.getValue(), packet[10]);
    }

    @Test
    void shouldSeeThePortsItAsksFor() {
        Pipeline pipeline = load(assembly -> {
            assembly.ports(9000, 12);
            assembly.ports(0, 1);
        });
        assertTrue(pipeline.sees(9000) && pipeline.sees(9011) && pipeline.sees(0));
        assertFalse(pipeline.sees(8999) || pipeline.sees(9012) || pipeline.sees(65_535));
    }

    @Test
    void shouldAllocateNothing() {
        RandomProgram program = new RandomProgram(new java.util.Random(3), LIMITS);
        Pipeline pipeline = load(program);
        byte[] packet = new byte[100];
        AllocationMeter.assertNone("passes", () -> {
            packet[0]++;
            if (pipeline.pass(packet, 0, 60, Pipeline.FIRST_PASS) == Fate.RECIRCULATE) {
                pipeline.putCarried(packet, 60);
                pipeline.pass(packet, 0, 60, 60);
            }
        });
    }
}
