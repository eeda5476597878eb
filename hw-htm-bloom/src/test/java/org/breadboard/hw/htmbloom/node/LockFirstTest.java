// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that lock what they will touch before they execute (HADES VI). */
class LockFirstTest {
    /** Room for few lines: a filter that has a hundred of them claims every line. */
    private static final Map<String, Object> TINY_FILTERS =
            Map.of("readFilterBits", 64, "writeFilterBits", 64, "indexFilterBits", 64, "nicFilterBits", 64);

    private Nodes nodes = new Nodes(3, 2, Map.of());

    @Test
    void shouldLockNodesInAscendingOrderAndWait() {
        Context holder = nodes.context(1, 0);
        Context first = nodes.context(0, 0);
        Context second = nodes.context(2, 0);
        holder.at(0, step -> {
            holder.tracker.begin(step, true);
            holder.store(step, 5, 1);
            holder.tracker.lock(step);
        });
        first.at(1_000, step -> {
            first.cover(2, 5, true);
            first.cover(0, 5, true);
            first.cover(1, 5, true);
            assertTrue(first.tracker.lockFirst(step, true, 9));
        });
        second.at(6_000, step -> {
            second.tracker.begin(step, true);
            assertEquals(Access.DONE, second.load(step, 5), "its node comes last");
            second.read(step, 0, 5, 1);
        });
        holder.at(9_000, step -> {
            assertEquals(List.of(), first.completed);
            assertEquals(List.of(), second.completed, "node 0 is locked");
            holder.tracker.intend(step, 9);
            holder.tracker.finish(step);
        });
        second.at(14_000, step -> {
            assertEquals(List.of(9), first.completed);
            assertEquals(1, second.squashes, "it has read what was locked later to be written");
            second.abandon(step);
        });
        first.at(15_000, step -> {
            assertEquals(Access.DONE, first.load(step, 5));
            first.read(step, 1, 5, 1);
        });
        first.at(19_000, step -> {
            assertEquals(List.of(9, 1), first.completed);
            assertEquals(1, first.answers.get(1));
            first.write(step, 1, 5, 2, false);
            first.write(step, 2, 5, 2, false);
            assertEquals(Access.DONE, first.tracker.lock(step));
            first.tracker.intend(step, 8);
        });
        first.at(24_000, step -> first.tracker.finish(step));
        nodes.bench.run();
        assertEquals(0, first.squashes + holder.squashes);
        assertEquals(2, nodes.value(1, 5));
        assertEquals(2, nodes.value(2, 5));
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldSquashWhoeverExecutesAndWritesWhatItReads() {
        Context localWriter = nodes.context(1, 0);
        Context remoteWriter = nodes.context(2, 0);
        Context localReader = nodes.context(1, 1);
        Context owner = nodes.context(0, 0);
        Context ownWriter = nodes.context(0, 1);
        localWriter.at(0, step -> {
            localWriter.tracker.begin(step, true);
            localWriter.store(step, 5, 1);
        });
        localReader.at(0, step -> {
            localReader.tracker.begin(step, true);
            localReader.load(step, 6);
        });
        ownWriter.at(0, step -> {
            ownWriter.tracker.begin(step, true);
            ownWriter.store(step, 7, 1);
        });
        remoteWriter.at(0, step -> {
            remoteWriter.tracker.begin(step, true);
            remoteWriter.tracker.prepare(step, 1, Nodes.name(1), 6 * Nodes.LINE, 8, 1);
        });
        owner.at(4_000, step -> {
            owner.cover(1, 5, false);
            owner.cover(1, 6, false);
            owner.cover(0, 7, false);
            owner.tracker.lockFirst(step, true, 9);
        });
        owner.at(9_000, step -> assertEquals(List.of(9), owner.completed));
        nodes.bench.run();
        assertEquals(1, localWriter.squashes);
        assertEquals(1, ownWriter.squashes);
        assertEquals(1, remoteWriter.squashes);
        assertEquals(0, localReader.squashes, "two may read");
        assertEquals(0, owner.squashes);
    }

    /** Filters of 200 lines claim nearly everything; who holds those lines for long holds them by address. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveOthersWhatItDoesNotCover(boolean watched) {
        nodes = new Nodes(2, 2, TINY_FILTERS);
        Context owner = nodes.context(0, 0);
        Context near = nodes.context(0, 1);
        Context far = nodes.context(1, 0);
        owner.at(0, step -> {
            for (int line = 100; line < 300; line++) {
                owner.cover(0, line, true);
            }
            owner.tracker.lockFirst(step, watched, 9);
        });
        near.at(5_000, step -> {
            assertEquals(List.of(9), owner.completed);
            near.tracker.begin(step, true);
            assertEquals(Access.DENIED, near.load(step, 100));
            assertEquals(Access.DONE, near.load(step, 5));
            near.store(step, 6, 1);
            assertEquals(Access.DONE, near.tracker.lock(step));
            near.tracker.intend(step, 8);
        });
        near.at(9_000, step -> near.tracker.finish(step));
        far.at(12_000, step -> {
            far.tracker.begin(step, true);
            far.read(step, 0, 6, 1);
        });
        nodes.bench.run();
        assertEquals(0, owner.squashes);
        assertEquals(1, nodes.value(0, 6));
        assertEquals(List.of(1), far.completed);
    }

    /**
     * Locks that came later claim lines that they do not have; whoever has held them longer is let through everywhere.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotMindWhatLaterLocksClaimFalsely(boolean watched) {
        nodes = new Nodes(2, 2, TINY_FILTERS);
        Context owner = nodes.context(0, 0);
        Context near = nodes.context(0, 1);
        Context far = nodes.context(1, 0);
        owner.at(0, step -> {
            owner.cover(0, 5, true);
            owner.cover(0, 6, true);
            owner.cover(1, 5, true);
            owner.tracker.lockFirst(step, watched, 9);
        });
        for (Context reader : List.of(near, far)) {
            reader.at(5_000, step -> {
                reader.tracker.begin(step, true);
                for (int line = 100; line < 300; line++) {
                    reader.load(step, line);
                    reader.store(step, line, 1);
                }
                assertEquals(Access.DONE, reader.tracker.lock(step));
            });
        }
        owner.at(200_000, step -> {
            assertEquals(List.of(9), owner.completed);
            if (watched) {
                assertEquals(Access.DONE, owner.load(step, 5));
                assertEquals(Access.DONE, owner.store(step, 6, 2));
            } else {
                assertFalse(owner.tracker.isDenied(step, nodes.regions.get(0), 5 * Nodes.LINE, 8, true));
                owner.tracker.declare(step, nodes.regions.get(0), 5 * Nodes.LINE, 8, false);
                owner.tracker.declare(step, nodes.regions.get(0), 6 * Nodes.LINE, 8, true);
            }
            owner.read(step, 1, 5, 1);
            assertTrue(owner.tracker.prepare(step, 1, Nodes.name(1), 5 * Nodes.LINE, 8, 2));
        });
        owner.at(210_000, step -> {
            assertEquals(List.of(9, 1, 2), owner.completed);
            owner.write(step, 0, 6, 3, false);
            owner.write(step, 1, 5, 4, false);
            assertEquals(Access.DONE, owner.tracker.lock(step));
            owner.tracker.intend(step, 3);
        });
        owner.at(220_000, step -> {
            assertEquals(0, owner.squashes, "by nobody");
            assertEquals(List.of(9, 1, 2, 3), owner.completed);
            owner.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(4, nodes.value(1, 5));
        assertEquals(3, nodes.value(0, 6));
        assertTrue(nodes.bench.count("filter.falsePositives") > 0 || watched);
    }

    /** A buffer that is not free is waited for, however often; nothing else is used up meanwhile. */
    @Test
    void shouldWaitForABufferAsOftenAsItTakes() {
        nodes = new Nodes(1, 2, Map.of("lockingBuffers", 1));
        Context owner = nodes.context(0, 0);
        Context other = nodes.context(0, 1);
        int rounds = 8;
        for (int i = 0; i < rounds; i++) {
            // It frees the buffer, and takes it again in the same step.
            other.at(1_000L * i, step -> {
                if (!other.completed.isEmpty()) {
                    throw new AssertionError("it asked nobody");
                }
                other.abandon(step);
                other.tracker.begin(step, true);
                other.load(step, 50);
                other.tracker.lock(step);
            });
        }
        owner.at(500, step -> {
            owner.cover(0, 5, true);
            owner.tracker.lockFirst(step, false, 9);
        });
        other.at(1_000L * rounds, step -> {
            assertEquals(List.of(), owner.completed);
            other.abandon(step);
        });
        nodes.bench.run();
        assertEquals(List.of(9), owner.completed);
    }

    /** A transaction that writes copies on its own node needs no second buffer there. */
    @Test
    void shouldCommitToItsOwnNodeWithOneBuffer() {
        nodes = new Nodes(1, 1, Map.of("lockingBuffers", 1));
        Context writer = nodes.context(0, 0);
        Context other = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            writer.store(step, 5, 1);
            writer.write(step, 0, 6, 2, false);
            assertEquals(Access.DONE, writer.tracker.lock(step));
            writer.tracker.intend(step, 9);
        });
        writer.at(3_000, step -> {
            assertEquals(List.of(9), writer.completed);
            writer.tracker.finish(step);
        });
        other.at(6_000, step -> {
            other.tracker.begin(step, true);
            assertEquals(Access.DONE, other.load(step, 6));
            assertEquals(2, other.loaded());
            assertEquals(Access.DONE, other.tracker.lock(step), "the buffer is free again");
        });
        nodes.bench.run();
        assertEquals(0, writer.squashes + other.squashes);
    }

    @Test
    void shouldForgetALockThatWasGivenUpWhileItWaitedOnItsOwnNode() {
        Context holder = nodes.context(0, 0);
        Context owner = nodes.context(0, 1);
        Context reader = nodes.context(0, 0);
        holder.at(0, step -> {
            holder.tracker.begin(step, true);
            holder.store(step, 5, 1);
            holder.tracker.lock(step);
        });
        owner.at(1_000, step -> {
            owner.cover(0, 5, true);
            owner.tracker.lockFirst(step, true, 9);
        });
        owner.at(3_000, step -> {
            owner.abandon(step);
            owner.tracker.begin(step, true);
        });
        holder.at(5_000, step -> {
            holder.tracker.intend(step, 9);
            holder.tracker.finish(step);
        });
        reader.at(7_000, step -> {
            reader.tracker.begin(step, true);
            assertEquals(Access.DONE, reader.load(step, 5));
        });
        nodes.bench.run();
        assertEquals(List.of(), owner.completed);
        assertEquals(0, nodes.bench.messagesOut());
    }
}
