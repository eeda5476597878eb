package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads of several lines of another node, which the directory is locked for meanwhile (HADES Table I, V.B). Memory takes 10 us here, so a read that
 * leaves at 0 is fetched from 1 us to 11 us.
 */
class ReadAtomicityTest {
    private static final Map<String, Object> SLOW_MEMORY = Map.of("dramNs", 10_000);

    private Nodes nodes = new Nodes(3, 2, SLOW_MEMORY);

    /**
     * Lines 5 and 6 are in the cache, line 7 has to be fetched. The writer's squash of the reader leaves with the end of its step, later than what
     * was read.
     */
    @ParameterizedTest
    @CsvSource({"none, 0, 0, SQUASHED, 0", "torn-reads, 0, 78, DONE, 1"})
    void shouldReadAllLinesAtOneInstant(String breakage, long first, long second, Access commits, int squashes) {
        nodes = new Nodes(2, 1, Map.of("dramNs", 10_000, "breakage", breakage));
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
            assertEquals(commits, writer.tracker.lock(step));
            if (commits == Access.DONE) {
                writer.tracker.intend(step, 9);
                writer.tracker.finish(step);
                step.busy(50_000);
            } else {
                assertEquals(AbortReason.LOCKED, writer.tracker.reason());
                writer.abandon(step);
            }
        });
        nodes.bench.run();
        assertEquals(List.of(first), reader.answers);
        assertEquals(List.of(second), reader.secondLines);
        assertEquals(squashes, reader.squashes);
        assertEquals(0, nodes.bench.messagesOut());
    }

    private static void readLines(Context reader, Step step, int lines) {
        reader.tracker.read(step, 1, Nodes.name(1), 5 * Nodes.LINE, lines * (int) Nodes.LINE, 0, 0, 3);
    }

    @Test
    void shouldDenyStoresAndCommitsUntilAllLinesHaveCome() {
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
        local.at(3_000, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DENIED, local.store(step, 6, 1));
            assertEquals(Access.DONE, local.load(step, 6), "reads go on");
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
        locker.at(9_500, step -> assertEquals(List.of(), locker.completed, "it waits, and does not squash"));
        nodes.bench.run();
        assertEquals(List.of(9), locker.completed);
        assertEquals(List.of(0L), reader.secondLines);
        assertEquals(List.of(0L), otherReader.secondLines);
        assertEquals(1, reader.squashes, "by the locker, once it has its lock");
        assertEquals(1, otherReader.squashes);
        assertEquals(1, committer.squashes);
        assertEquals(0, local.squashes);
        assertEquals(0, nodes.bench.count("directory.refusedReads"));
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
