// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.junit.jupiter.api.Test;

/**
 * Reads of several lines of another node, which the directory is locked for meanwhile (HADES Table I, V.B). Memory
 * takes 10 us here, so a read that leaves at 0 is fetched from 1 us to 11 us.
 */
class ReadAtomicityTest {
    private static final Map<String, Object> SLOW_MEMORY = Map.of("dramNs", 10_000);

    private Nodes nodes = new Nodes(3, 2, SLOW_MEMORY);

    /**
     * Lines 5 and 6 are in the cache, line 7 has to be fetched. The writer's squash of the reader leaves with the end
     * of its step, later than what was read.
     */
    @Test
    void shouldReadAllLinesAtOneInstant() {
        nodes = new Nodes(2, 1, SLOW_MEMORY);
        Context writer = nodes.context(1, 0);
        Context reader = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.store(step, 5, 77));
            assertEquals(Access.DONE, writer.store(step, 6, 78));
        });
        reader.at(30_000, step -> {
            reader.tracker.begin(step, true);
            readLines(reader, step, 3);
        });
        writer.at(33_000, step -> {
            assertEquals(Access.DONE, writer.tracker.lock(step), "a read in progress does not stop a commit");
            assertFalse(writer.tracker.intend(step, 9));
            assertTrue(writer.tracker.isStalled(step), "but holds up its writes");
            step.busy(50_000);
        });
        writer.at(90_000, step -> {
            assertFalse(writer.tracker.isStalled(step));
            writer.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(List.of(0L), reader.answers);
        assertEquals(List.of(0L), reader.secondLines);
        assertEquals(1, reader.squashes);
        assertEquals(78, nodes.value(1, 6));
        assertEquals(0, nodes.bench.messagesOut());
    }

    private static void readLines(Context reader, Step step, int lines) {
        reader.tracker.read(step, 1, Nodes.name(1), 5 * Nodes.LINE, lines * (int) Nodes.LINE, 0, 0, 3);
    }

    /**
     * Stores are denied while lines are read; locks are not, and squash the readers. Acks leave a node behind what it
     * was asked before.
     */
    @Test
    void shouldDenyStoresAndLetCommitsSquashReaders() {
        Context reader = nodes.context(0, 0);
        Context otherReader = nodes.context(0, 1);
        Context local = nodes.context(1, 0);
        Context committer = nodes.context(2, 0);
        Context locker = nodes.context(2, 1);
        reader.at(0, step -> {
            reader.tracker.begin(step, true);
            readLines(reader, step, 2);
        });
        otherReader.at(1_500, step -> {
            otherReader.tracker.begin(step, true);
            readLines(otherReader, step, 2);
        });
        local.at(2_800, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DENIED, local.store(step, 5, 1));
            assertEquals(Access.DONE, local.load(step, 5), "reads go on");
        });
        committer.at(2_000, step -> {
            committer.tracker.begin(step, true);
            committer.write(step, 1, 6, 77, true);
            committer.tracker.lock(step);
            committer.tracker.intend(step, 9);
        });
        locker.at(4_000, step -> {
            locker.cover(1, 5, true);
            assertTrue(locker.tracker.lockFirst(step, true, 9));
        });
        reader.at(7_000, step -> assertEquals(1, reader.squashes, "while its lines are fetched"));
        committer.at(16_000, step -> {
            assertEquals(List.of(9), committer.completed);
            assertEquals(List.of(9), locker.completed);
            assertFalse(committer.tracker.isStalled(step), "its own node has nothing of it");
            committer.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(77, nodes.value(1, 6));
        assertEquals(1, reader.squashes);
        assertEquals(1, otherReader.squashes);
        assertEquals(0, committer.squashes);
        assertEquals(1, local.squashes, "by the locker");
        assertEquals(0, nodes.bench.messagesOut());
    }

    /** A read that began after the Ack can only claim the line falsely: its filter is as good as full here. */
    @Test
    void shouldHoldUpWritesOfACommitAndWhatComesBehindThem() {
        nodes = new Nodes(3, 2, Map.of("dramNs", 10_000, "nicFilterBits", 64));
        Context reader = nodes.context(0, 0);
        Context committer = nodes.context(2, 0);
        committer.at(0, step -> {
            committer.tracker.begin(step, true);
            committer.write(step, 1, 6, 77, true);
            committer.tracker.lock(step);
            committer.tracker.intend(step, 9);
        });
        reader.at(500, step -> {
            reader.tracker.begin(step, true);
            reader.tracker.read(step, 1, Nodes.name(1), 100 * Nodes.LINE, 80 * (int) Nodes.LINE, 0, 0, 3);
        });
        committer.at(4_000, step -> {
            assertEquals(List.of(9), committer.completed);
            committer.tracker.finish(step);
            committer.tracker.begin(step, true);
            committer.read(step, 1, 6, 4);
        });
        reader.at(9_500, step -> assertEquals(0, nodes.value(1, 6), "agreed, but held up"));
        nodes.bench.run();
        assertEquals(77, nodes.value(1, 6));
        assertEquals(List.of(3), reader.completed);
        assertEquals(List.of(9, 4), committer.completed);
        assertEquals(77, committer.answers.get(1), "its next attempt comes behind its writes");
        assertEquals(0, nodes.bench.count("directory.refusedReads"));
        assertTrue(nodes.bench.count("directory.stalledWrites") > 0);
        assertEquals(0, reader.squashes + committer.squashes);
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldWaitForALockingBuffer() {
        nodes = new Nodes(2, 2, Map.of("lockingBuffers", 1));
        Context holder = nodes.context(1, 0);
        Context reader = nodes.context(0, 0);
        Context ofOneLine = nodes.context(0, 1);
        holder.at(0, step -> {
            holder.tracker.begin(step, true);
            assertEquals(Access.DONE, holder.store(step, 99, 1));
            assertEquals(Access.DONE, holder.tracker.lock(step));
        });
        reader.at(1_000, step -> {
            reader.tracker.begin(step, true);
            readLines(reader, step, 2);
        });
        ofOneLine.at(1_000, step -> {
            ofOneLine.tracker.begin(step, true);
            ofOneLine.read(step, 1, 5, 3);
        });
        holder.at(6_000, step -> {
            assertEquals(List.of(), reader.completed);
            assertEquals(List.of(3), ofOneLine.completed, "needs no buffer");
            holder.tracker.intend(step, 9);
            holder.tracker.finish(step);
        });
        holder.at(20_000, step -> {
            assertEquals(List.of(3), reader.completed);
            holder.tracker.begin(step, true);
            assertEquals(Access.DONE, holder.store(step, 5, 1));
            assertEquals(Access.DONE, holder.tracker.lock(step), "the buffer is free again");
        });
        nodes.bench.run();
        assertEquals(1, nodes.bench.count("directory.refusedReads"));
    }

    /** The lines of an attempt that was given up while they were fetched are let go when they have come. */
    @Test
    void shouldUnlockTheReadOfWhoHasGivenUp() {
        nodes = new Nodes(3, 2, Map.of("dramNs", 10_000, "lockingBuffers", 1));
        Context reader = nodes.context(0, 0);
        Context local = nodes.context(1, 0);
        reader.at(0, step -> {
            reader.tracker.begin(step, true);
            readLines(reader, step, 2);
        });
        reader.at(100, step -> {
            reader.abandon(step);
            reader.tracker.begin(step, true);
            readLines(reader, step, 2);
        });
        local.at(40_000, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DONE, local.store(step, 5, 1));
            assertEquals(Access.DONE, local.tracker.lock(step));
        });
        nodes.bench.run();
        assertEquals(List.of(3), reader.completed);
        assertEquals(1, nodes.bench.count("directory.refusedReads"), "one buffer for both");
        assertEquals(0, nodes.bench.messagesOut());
    }
}
