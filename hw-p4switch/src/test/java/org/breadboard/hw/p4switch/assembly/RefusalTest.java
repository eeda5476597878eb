// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.junit.jupiter.api.Test;

/** What a pipeline of 4 stages cannot do is refused in a sentence with the place and what would be right. */
class RefusalTest {
    /**
     * 2 registers and 4096 bits per stage; 1024 bits of headers, of which 336 are in front of the payload: 86 bytes of
     * it.
     */
    private static final PipelineLimits SMALL = new PipelineLimits(4, 2, 4096, 32, 1024, 42, 64);

    private static void load(PipelineProgram program) {
        ProgramAssembly.load(program, SMALL, name -> null);
    }

    private static void refused(PipelineProgram program, String... words) {
        String sentence =
                assertThrows(RefusedException.class, () -> load(program)).getMessage();
        for (String word : words) {
            assertTrue(sentence.contains(word), "'" + word + "' is missing in: " + sentence);
        }
        assertTrue(sentence.endsWith(".") && !sentence.contains("\n"), sentence);
    }

    private static Field constant(Assembly assembly) {
        return assembly.carried("cell", 8);
    }

    @Test
    void shouldRefuseASecondAccessToARegister() {
        refused(
                assembly -> {
                    Field cell = constant(assembly);
                    Register pins = assembly.register("pins", 1, 10, 8);
                    assembly.stage(1).access(pins, cell).when().add(1);
                    assembly.stage(1).access(pins, cell);
                },
                "Stage 1",
                "register pins",
                "second time",
                "recirculate");
    }

    @Test
    void shouldRefuseAnElementsFieldFarBeyondIt() {
        refused(
                assembly -> assembly.stack("operations", 0, 8, 2, constant(assembly))
                        .field("far", Integer.MAX_VALUE, 32),
                "Field far",
                "stack operations",
                "8 bytes");
    }

    @Test
    void shouldRefuseAnAccessFromAnotherStage() {
        refused(
                assembly -> assembly.stage(2).access(assembly.register("pins", 1, 10, 8), constant(assembly)),
                "Stage 2",
                "register pins",
                "stage 1");
    }

    /** Otherwise each packet that needs them would be dropped, for ever. */
    @Test
    void shouldRefuseAProgramOfMorePassesThanPacketsMayHave() {
        assertDoesNotThrow(() -> load(assembly -> assembly.passes(64)));
        refused(assembly -> assembly.passes(65), "switch.maxPasses=64", "may need 65 passes", "takes 65 or more");
        refused(assembly -> assembly.passes(0), "0 passes", "one at least");
    }

    @Test
    void shouldRefuseACellThatIsWiderThanAStage() {
        refused(assembly -> assembly.register("value", 1, 10, 128), "value", "128 bits", "32 bits", "over 4 registers");
        refused(assembly -> assembly.register("value", 1, 10, 33), "over 2 registers");
        refused(assembly -> assembly.register("odd", 1, 10, 12), "odd", "12 bits", "8, 16 or 32");
        refused(assembly -> assembly.register("none", 1, 0, 8), "none", "at least");
    }

    @Test
    void shouldRefuseMetadataThatIsReadBeforeItIsSet() {
        refused(
                assembly -> {
                    Field hit = assembly.metadata("hit", 8);
                    assembly.stage(2).when().set(hit, 1);
                    assembly.stage(1).when(hit.is(1)).then(Fate.DROP);
                },
                "hit",
                "read in stage 1",
                "stage 2",
                "recirculate");
        // Its own stage sees what was when the packet entered.
        refused(
                assembly -> {
                    Field hit = assembly.metadata("hit", 8);
                    assembly.stage(2).when().set(hit, 1);
                    assembly.stage(2).when(hit.is(1)).then(Fate.DROP);
                },
                "read in stage 2");
        refused(
                assembly -> assembly.stage(3)
                        .when(assembly.metadata("hit", 8).is(assembly.header("byte", 0, 8)))
                        .then(Fate.DROP),
                "hit",
                "no stage sets it");
        assertDoesNotThrow(() -> load(assembly -> {
            Field hit = assembly.metadata("hit", 8);
            assembly.stage(3).when(hit.is(1)).then(Fate.DROP);
            assembly.stage(2).when().set(hit, 1);
        }));
        // What recirculates may be read before the stage that sets it.
        assertDoesNotThrow(() -> load(assembly -> {
            Field hit = assembly.carried("hit", 8);
            assembly.stage(1).when(hit.is(1)).then(Fate.DROP);
            assembly.stage(2).when().set(hit, 1).then(Fate.RECIRCULATE);
        }));
    }

    /** Uses a metadata field that nothing sets in one place where it is read. */
    private interface Reading {
        void read(Assembly assembly, Field unset, Field other, Register register);
    }

    @Test
    void shouldFindEveryPlaceThatReads() {
        Reading[] readings = {
            (assembly, unset, other, register) -> assembly.stage(1).when(other.below(unset)),
            (assembly, unset, other, register) -> assembly.stage(1).when(unset.below(3)),
            (assembly, unset, other, register) -> assembly.stage(1).when().set(other, unset),
            (assembly, unset, other, register) -> assembly.stage(1).when().hash(other, unset),
            (assembly, unset, other, register) -> assembly.stage(1).access(register, unset),
            (assembly, unset, other, register) ->
                    assembly.stage(1).access(register, other).when(unset.isNot(1)),
            (assembly, unset, other, register) ->
                    assembly.stage(1).access(register, other).when().set(unset),
            (assembly, unset, other, register) ->
                    assembly.stage(1).access(register, other).when().ifIs(unset, null),
            (assembly, unset, other, register) ->
                    assembly.stage(1).access(register, other).when().ifBelow(unset, null),
        };
        for (Reading reading : readings) {
            refused(
                    assembly -> reading.read(
                            assembly,
                            assembly.metadata("unset", 8),
                            assembly.header("other", 0, 8),
                            assembly.register("register", 1, 10, 8)),
                    "unset",
                    "stage 1");
        }
    }

    @Test
    void shouldRefuseFieldsOfOddWidths() {
        refused(assembly -> assembly.header("key", 0, 24), "key", "24 bits", "8, 16 or 32");
        refused(assembly -> assembly.metadata("hit", 1), "hit", "1 bits");
        refused(assembly -> assembly.carried("hit", 64), "hit", "64 bits");
        refused(assembly -> stack(assembly, 1).field("key", 0, 12), "key", "12 bits");
    }

    @Test
    void shouldRefuseToLoseBits() {
        refused(
                assembly ->
                        assembly.stage(0).when().set(assembly.metadata("narrow", 8), assembly.header("wide", 0, 32)),
                "Stage 0",
                "wide of 32 bits",
                "narrow of 8");
        refused(
                assembly -> assembly.stage(1)
                        .access(assembly.register("register", 1, 4, 8), constant(assembly))
                        .when()
                        .set(assembly.header("wide", 0, 16)),
                "wide of 16 bits",
                "register of 8");
        refused(
                assembly -> assembly.stage(1)
                        .access(assembly.register("register", 1, 4, 32), constant(assembly))
                        .when()
                        .old(assembly.metadata("narrow", 16)),
                "register of 32 bits",
                "narrow of 16");
        refused(assembly -> assembly.metadata("narrow", 8).is(256), "narrow", "256", "at most 255");
        refused(assembly -> assembly.metadata("narrow", 8).isNot(-1), "narrow", "at most 255");
        refused(assembly -> assembly.stage(0).when().set(assembly.metadata("half", 16), 65_536), "half", "65535");
        refused(
                assembly -> assembly.stage(1)
                        .access(assembly.register("register", 1, 4, 8), constant(assembly))
                        .when()
                        .set(300),
                "register",
                "300",
                "255");
    }

    private static HeaderStack stack(Assembly assembly, int count) {
        return assembly.stack("ops", 13, 21, count, constant(assembly));
    }

    @Test
    void shouldRefuseHeadersBeyondTheParser() {
        assertDoesNotThrow(() -> load(assembly -> assembly.header("last", 82, 32)));
        refused(assembly -> assembly.header("last", 83, 32), "last", "byte 83", "86 bytes");
        refused(assembly -> assembly.header("first", -1, 8), "first", "byte -1");
        assertDoesNotThrow(() -> load(assembly -> stack(assembly, 3)));
        refused(assembly -> stack(assembly, 4), "ops", "4 elements of 21 bytes", "86 bytes", "3 elements would fit");
        refused(assembly -> assembly.stack("ops", 13, 21, 0, constant(assembly)), "ops", "0 elements");
        refused(
                assembly -> assembly.stack("ops", 13, 21, 2, assembly.metadata("index", 8)),
                "ops",
                "index",
                "not a carried one");
        refused(assembly -> stack(assembly, 1).field("value", 18, 32), "value", "ops", "21 bytes");
        refused(assembly -> stack(assembly, 1).field("value", -1, 8), "value", "byte -1");
    }

    @Test
    void shouldRefuseMoreThanTheHeaderVectorHolds() {
        // 336 bits in front, 3 x 168 of the stack, 8 of its index: 176 are left.
        PipelineProgram full = assembly -> {
            stack(assembly, 3);
            for (int i = 0; i < 4; i++) {
                assembly.carried("carried" + i, 32);
            }
            assembly.metadata("metadata", 32);
            assembly.header("header", 0, 16);
        };
        assertDoesNotThrow(() -> load(full));
        refused(
                assembly -> {
                    full.assemble(assembly);
                    assembly.metadata("one more", 8);
                },
                "1032 bits of a header vector of 1024",
                "504 of stacks",
                "136 of carried",
                "40 of metadata",
                "2 elements of stack ops would fit");
        refused(
                assembly -> {
                    for (int i = 0; i < 22; i++) {
                        assembly.carried("carried" + i, 32);
                    }
                },
                "1040 bits",
                "fewer or narrower");
    }

    @Test
    void shouldRefuseTooManyRegistersInAStage() {
        refused(
                assembly -> {
                    assembly.register("a", 3, 1, 8);
                    assembly.register("b", 3, 1, 8);
                    assembly.register("c", 3, 1, 8);
                },
                "Register c",
                "stage 3",
                "which can have 2");
    }

    @Test
    void shouldRefuseMoreCellsThanAStageHasMemory() {
        assertDoesNotThrow(() -> load(assembly -> {
            assembly.register("a", 3, 100, 32);
            assembly.register("b", 3, 28, 32);
            assembly.register("c", 2, 128, 32);
        }));
        refused(
                assembly -> {
                    assembly.register("a", 3, 100, 32);
                    assembly.register("b", 3, 29, 32);
                },
                "Register b",
                "stage 3",
                "896 of 4096 bits",
                "28 cells would fit");
        refused(assembly -> assembly.register("a", 3, Integer.MAX_VALUE, 32), "128 cells would fit");
    }

    @Test
    void shouldRefuseStagesThatAreNotThere() {
        refused(assembly -> assembly.stage(4), "stage 4", "stages 0 to 3");
        refused(assembly -> assembly.stage(-1), "stage -1");
        refused(assembly -> assembly.register("a", 4, 1, 8), "Register a", "stage 4", "stages 0 to 3");
    }

    @Test
    void shouldRefuseASecondDecisionOrWriteInOneAccess() {
        refused(assembly -> alternative(assembly).add(1).set(0), "register", "writes a second time");
        refused(assembly -> alternative(assembly).ifIs(1, null).ifBelow(1, null), "decides a second time");
        refused(
                assembly -> alternative(assembly).old(assembly.metadata("a", 8)).old(assembly.metadata("b", 8)),
                "content a second time");
    }

    private static Stage.Alternative alternative(Assembly assembly) {
        return assembly.stage(1)
                .access(assembly.register("register", 1, 4, 8), constant(assembly))
                .when();
    }

    @Test
    void shouldRefuseToSetTwoContainersOfOneByte() {
        refused(
                assembly -> {
                    Field word = assembly.header("word", 4, 32);
                    assembly.header("byte", 7, 8);
                    assembly.stage(0).when().set(word, 1);
                },
                "word",
                "byte",
                "lie apart");
        refused(
                assembly -> {
                    Field inside = stack(assembly, 2).field("inside", 0, 8);
                    assembly.header("header", 40, 8);
                    assembly.stage(0).when().set(inside, 1);
                },
                "inside",
                "header");
        assertDoesNotThrow(() -> load(assembly -> {
            assembly.header("word", 4, 32);
            assembly.header("byte", 7, 8);
            assembly.stage(0).when().set(assembly.header("other", 8, 8), 1);
        }));
    }

    @Test
    void shouldRefuseToSetThePayloadsLength() {
        refused(assembly -> assembly.stage(1).when().set(assembly.payloadBytes(), 10), "Stage 1", "length");
    }

    @Test
    void shouldRefuseWhatIsLeftUnsaid() {
        refused(assembly -> assembly.stage(2).when().count(null), "Stage 2", "counter has a name");
        refused(assembly -> assembly.stage(2).when().count(" "), "Stage 2", "counter has a name");
        refused(assembly -> assembly.stage(3).when().then(null), "Stage 3", "fate");
    }

    @Test
    void shouldRefusePortsThatAreNotThere() {
        refused(assembly -> assembly.ports(65_535, 2), "2 UDP ports", "65535");
        refused(assembly -> assembly.ports(-1, 1), "0 to 65535");
        refused(assembly -> assembly.ports(1, 0), "0 UDP ports");
    }

    @Test
    void shouldRefuseWhatAnotherProgramMade() {
        Field[] field = new Field[1];
        Register[] register = new Register[1];
        load(assembly -> {
            field[0] = assembly.header("foreign", 0, 8);
            register[0] = assembly.register("strange", 1, 1, 8);
        });
        refused(assembly -> assembly.stage(1).when().set(field[0], 1), "foreign", "one program");
        refused(assembly -> assembly.stage(1).when(field[0].is(1)), "foreign");
        refused(assembly -> assembly.header("own", 0, 8).is(field[0]), "foreign");
        refused(assembly -> assembly.stage(1).access(register[0], constant(assembly)), "strange", "one program");
        refused(assembly -> assembly.stage(1).when(new Condition() {}), "Stage 1", "condition");
    }
}
