// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

import static org.breadboard.api.pipeline.PacketDescription.entry;
import static org.breadboard.api.pipeline.PacketDescription.header;
import static org.breadboard.api.pipeline.PacketDescription.kind;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.hw.p4switch.pipeline.Pipeline;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;
import org.junit.jupiter.api.Test;

/** The program on a pipeline as large as a Tofino's, packet by packet. */
class EarlyAbortProgramTest {
    private static final PipelineLimits TOFINO = new PipelineLimits(12, 4, 6_291_456, 32, 4096, 42, 64);
    private static final int REQUEST = 1 << 24;
    private static final int REFUSED = 2 << 24;
    private static final int ENTRIES = 4;
    private static final int CLAIM_ABORTS = 2;
    private static final int ENTRY_BYTES = 12;

    private static final int ASK = 1;
    private static final int TELL = 2;
    private static final int LOCK = 3;

    private Pipeline pipeline = load(versions().build(), 1024, TOFINO);
    private byte[] packet;
    private int passes;

    /** A byte that says what it is, and entries of a key of 4 B and a version of 8 B. */
    private static PacketDescription.Builder versions() {
        return PacketDescription.of(1, ENTRY_BYTES)
                .key(entry(0, 32))
                .versions(entry(4, 32), entry(8, 32))
                .asks(kind(0, 8).is(1), header(0, 8).is(ASK))
                .asks(kind(0, 8).is(1), header(0, 8).is(LOCK))
                .tells(kind(0, 8).is(1), header(0, 8).is(TELL))
                .claims(kind(0, 8).is(1), header(0, 8).is(LOCK))
                .refusedAs(kind(0, 8).is(2));
    }

    private static Pipeline load(PacketDescription packets, int cells, PipelineLimits limits) {
        packets.check();
        return ProgramAssembly.load(
                new EarlyAbortProgram(packets, ENTRIES, cells, CLAIM_ABORTS, Breakage.NONE), limits, name -> none());
    }

    private static Counter none() {
        return new Counter() {
            @Override
            public void add(long n) {}

            @Override
            public long value() {
                return 0;
            }
        };
    }

    /** Sends a packet of entries that are a key and a version each. */
    private Fate send(int op, long... keysAndVersions) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + keysAndVersions.length / 2 * ENTRY_BYTES);
        bytes.put((byte) op);
        for (int i = 0; i < keysAndVersions.length; i += 2) {
            bytes.putInt((int) keysAndVersions[i]).putLong(keysAndVersions[i + 1]);
        }
        return send(bytes.array());
    }

    private Fate send(byte[] bytes) {
        packet = Arrays.copyOf(bytes, bytes.length + pipeline.carriedBytes());
        pipeline.kind(REQUEST);
        Fate fate = pipeline.pass(packet, 0, bytes.length, Pipeline.FIRST_PASS);
        for (passes = 1; fate == Fate.RECIRCULATE; passes++) {
            pipeline.putCarried(packet, bytes.length);
            fate = pipeline.pass(packet, 0, bytes.length, bytes.length);
        }
        packet = Arrays.copyOf(packet, bytes.length);
        return fate;
    }

    private void assertGoesBack(int op, long... keysAndVersions) {
        assertEquals(Fate.TURN_ROUND, send(op, keysAndVersions));
        assertEquals(REFUSED, pipeline.kind());
    }

    private void assertGoesOn(int op, long... keysAndVersions) {
        assertEquals(Fate.FORWARD, send(op, keysAndVersions));
        assertEquals(REQUEST, pipeline.kind());
    }

    @Test
    void shouldSendBackWhatAsksForAnOldVersion() {
        assertGoesOn(ASK, 7, 4);
        assertGoesOn(TELL, 7, 5);
        assertGoesBack(ASK, 7, 4);
        assertGoesOn(ASK, 7, 5);
        assertGoesOn(ASK, 7, 6);
        assertGoesOn(ASK, 8, 1);
        assertGoesOn(ASK, 0, 0);
    }

    @Test
    void shouldKeepTheHighestVersion() {
        assertGoesOn(TELL, 7, 5);
        assertGoesOn(TELL, 7, 3);
        assertGoesBack(ASK, 7, 4);
    }

    @Test
    void shouldLetAloneWhatHasNoVersionToCompare() {
        assertGoesOn(TELL, 7, 5);
        assertGoesOn(ASK, 7, -1);
        assertGoesOn(TELL, 8, 1L << 32 | 5);
        assertGoesOn(ASK, 8, 4);
    }

    @Test
    void shouldJudgeTheFirstEntriesInOnePass() {
        assertGoesOn(TELL, 7, 5);
        assertGoesBack(ASK, 1, 1, 2, 1, 3, 1, 7, 4);
        assertEquals(1, passes);
        assertGoesOn(ASK, 1, 1, 2, 1, 3, 1, 4, 1, 7, 4);
    }

    @Test
    void shouldLearnAnEntryAPass() {
        assertGoesOn(TELL, 7, 5, 8, 6, 9, 7);
        assertEquals(3, passes);
        assertGoesBack(ASK, 7, 4);
        assertGoesBack(ASK, 8, 5);
        assertGoesBack(ASK, 1, 1, 9, 6);
    }

    @Test
    void shouldNotReadBeyondThePacket() {
        assertGoesOn(TELL, 0, 5);
        assertGoesOn(ASK, 7, 4);
    }

    @Test
    void shouldSendBackWhatComesBehindAClaimAFewTimes() {
        assertGoesOn(LOCK, 7, -1);
        assertEquals(2, passes, "judged, then claimed");
        for (int i = 0; i < CLAIM_ABORTS; i++) {
            assertGoesBack(ASK, 7, 9);
        }
        assertGoesOn(ASK, 7, 9);
        assertGoesOn(LOCK, 7, -1);
        assertGoesBack(LOCK, 7, -1);
    }

    @Test
    void shouldEndAClaim() {
        assertGoesOn(LOCK, 7, -1);
        assertGoesOn(TELL, 7, 5);
        assertGoesOn(ASK, 7, 5);
        assertGoesBack(ASK, 7, 4);
    }

    @Test
    void shouldLearnTheVersionOfAClaim() {
        assertGoesOn(LOCK, 7, 3);
        assertGoesOn(TELL, 7, 1);
        assertGoesBack(ASK, 7, 2);
        assertGoesOn(LOCK, 7, -1);
        assertGoesOn(TELL, 7, 1);
        assertGoesBack(ASK, 7, 2);
        assertGoesOn(ASK, 7, 3);
    }

    @Test
    void shouldClaimNothingInAPacketThatGoesBack() {
        assertGoesOn(LOCK, 7, -1);
        assertGoesBack(LOCK, 8, -1, 7, -1);
        assertGoesOn(ASK, 8, 1);
    }

    @Test
    void shouldReplaceAnotherRecordInItsPlace() {
        pipeline = load(versions().build(), 1, TOFINO);
        assertGoesOn(TELL, 7, 5);
        assertGoesBack(ASK, 7, 4);
        assertGoesOn(TELL, 8, 9);
        assertGoesOn(ASK, 7, 4);
        assertGoesBack(ASK, 8, 8);
        assertGoesOn(LOCK, 7, -1);
        assertGoesBack(ASK, 7, 4);
        assertGoesOn(TELL, 7, 0);
        assertGoesOn(ASK, 7, 0);
    }

    @Test
    void shouldLookAtNothingBehindAnEntryOfAnotherLength() {
        pipeline = load(
                PacketDescription.of(1, ENTRY_BYTES)
                        .key(entry(0, 32))
                        .versions(entry(8, 32))
                        .wholeIf(entry(4, 8).is(0))
                        .asks(header(0, 8).is(ASK))
                        .tells(header(0, 8).is(TELL))
                        .refusedAs(kind(0, 8).is(2))
                        .build(),
                1024,
                TOFINO);
        assertGoesOn(TELL, 7, 1L << 56 | 5, 8, 6);
        assertGoesBack(ASK, 7, 4);
        assertGoesOn(ASK, 8, 5);
    }

    @Test
    void shouldSendTheKnownValueBack() {
        pipeline = load(
                PacketDescription.of(1, ENTRY_BYTES)
                        .key(entry(0, 32))
                        .values(entry(4, 32), entry(8, 32))
                        .asks(header(0, 8).is(ASK))
                        .tells(header(0, 8).is(TELL))
                        .refusedAs(kind(0, 8).is(2))
                        .build(),
                1024,
                TOFINO);
        assertGoesOn(ASK, 0, 77);
        assertGoesOn(TELL, 7, 5L << 40 | 3);
        assertGoesOn(ASK, 7, 5L << 40 | 3);
        assertGoesBack(ASK, 1, 9, 7, 5L << 40 | 4);
        ByteBuffer back = ByteBuffer.wrap(packet);
        assertEquals(9, back.getLong(5), "what nothing is known of stays");
        assertEquals(5L << 40 | 3, back.getLong(17));
    }

    private static String refused(PacketDescription packets) {
        return assertThrows(RefusedException.class, packets::check).getMessage();
    }

    @Test
    void shouldRefuseADescriptionThatPointsOutsideItsPacket() {
        assertEquals(
                "word 1 of the key points outside its packet: 32 bits at byte 10 of the entry, which has 12 B",
                refused(versions().key(entry(0, 32), entry(10, 32)).build()));
        assertEquals(
                "word 0 of what is compared points outside its packet: 8 bits at byte -1 of the entry, which has 12 B",
                refused(versions().versions(entry(-1, 8)).build()));
        assertEquals(
                "what makes an entry whole points outside its packet: 16 bits at byte 0 of the header, which has 1 B",
                refused(versions().wholeIf(header(0, 16).is(0)).build()));
        assertEquals(
                "the refusal points outside its packet: 8 bits at byte 4 of the kind, which has 4 B",
                refused(versions().refusedAs(kind(4, 8).is(2)).build()));
    }

    @Test
    void shouldRefuseADescriptionThatLacksSomething() {
        assertEquals(
                "the key has no word: it has one at least",
                refused(PacketDescription.of(1, 8).build()));
        assertTrue(refused(PacketDescription.of(1, 8)
                        .key(entry(0, 32))
                        .versions(entry(4, 32))
                        .asks(header(0, 8).is(300))
                        .build())
                .contains("300 of 8 bits, which hold 255"));
        assertTrue(refused(PacketDescription.of(1, 8)
                        .key(entry(0, 32))
                        .versions(entry(4, 32))
                        .asks(header(0, 8).is(3))
                        .build())
                .startsWith("nothing says what tells"));
    }

    @Test
    void shouldRefuseASwitchThatIsTooSmall() {
        PipelineLimits few = new PipelineLimits(8, 4, 6_291_456, 32, 4096, 42, 64);
        PacketDescription packets = versions().build();
        assertEquals(
                "it takes 10 stages for keys of 1 words and 1 that are compared, and this pipeline has 8: take a switch"
                        + " with more.",
                assertThrows(RefusedException.class, () -> load(packets, 16, few))
                        .getMessage());
        PipelineLimits narrow = new PipelineLimits(12, 3, 6_291_456, 32, 4096, 42, 64);
        assertEquals(
                "switch.mostEntries=4 is more than this switch can look at: each entry takes a register of a stage, which"
                        + " can have 3.",
                assertThrows(RefusedException.class, () -> load(packets, 16, narrow))
                        .getMessage());
        String message = assertThrows(RefusedException.class, () -> load(packets, 1 << 20, TOFINO))
                .getMessage();
        assertTrue(message.endsWith("so that up to 49152 fit."), message);
        load(packets, 49_152, TOFINO);
    }
}
