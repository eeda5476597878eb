// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.breadboard.testkit.DataSheets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is locked out, squashed and let through while a transaction commits. A round trip takes about 2 us. */
class CommitTest {
    private Nodes nodes = new Nodes(3, 2, Map.of());

    /**
     * Two lines of a record whose version is on a third: nobody has it locked, and both move it, at the instant at
     * which they write.
     */
    @Test
    void shouldAdvanceAVersionWithTheWritesAndWithoutConflict() {
        Context first = nodes.context(0, 0);
        Context second = nodes.context(2, 0);
        Context watcher = nodes.context(1, 0);
        for (Context writer : List.of(first, second)) {
            writer.at(0, step -> {
                writer.tracker.begin(step, true);
                writer.write(step, 1, writer == first ? 6 : 7, 77, false);
                writer.tracker.advance(1, Nodes.name(1), 5 * Nodes.LINE, 2);
                assertEquals(Access.DONE, writer.tracker.lock(step));
                writer.tracker.intend(step, 9);
            });
            writer.at(writer == first ? 4_000 : 5_000, step -> {
                assertEquals(List.of(9), writer.completed, "both are agreed to at once");
                writer.tracker.finish(step);
            });
        }
        for (long ns = 4_000; ns < 7_000; ns += 100) {
            watcher.at(ns, step -> {
                long written = (nodes.value(1, 6) + nodes.value(1, 7)) / 77;
                assertEquals(2 * written, nodes.value(1, 5), "as many versions as writes");
            });
        }
        watcher.at(6_100, step -> assertEquals(4, nodes.value(1, 5)));
        nodes.bench.run();
        assertEquals(4, nodes.value(1, 5));
        assertEquals(0, first.squashes + second.squashes);
        assertEquals(0, nodes.bench.messagesOut());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHoldTheLinesOfACommitFromTheAckOn(boolean whole) {
        Context writer = nodes.context(0, 0);
        Context local = nodes.context(1, 0);
        Context remote = nodes.context(2, 0);
        writer.at(0, step -> {
            assertTrue(writer.tracker.begin(step, true));
            writer.write(step, 1, 5, 77, whole);
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertTrue(writer.tracker.intend(step, 9));
        });
        local.at(1_900, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DENIED, local.load(step, 5));
            assertEquals(Access.DENIED, local.store(step, 5, 1));
            assertEquals(Access.DONE, local.load(step, 6), "another line");
            assertEquals(Access.DENIED, local.store(step, 5, 1), "still");
            assertTrue(local.tracker.isDenied(step, nodes.regions.get(1), 5 * Nodes.LINE, 8, false));
        });
        remote.at(900, step -> {
            remote.tracker.begin(step, true);
            remote.read(step, 1, 5, 3);
        });
        writer.at(6_000, step -> {
            assertEquals(List.of(9), writer.completed);
            assertEquals(List.of(), remote.completed, "denied as long as the lock is held");
            assertEquals(0, nodes.value(1, 5));
            writer.tracker.finish(step);
        });
        local.at(9_000, step -> {
            assertEquals(Access.DONE, local.load(step, 5));
            assertEquals(77, local.loaded());
            assertFalse(local.tracker.isDenied(step, nodes.regions.get(1), 5 * Nodes.LINE, 8, true));
        });
        nodes.bench.run();
        assertEquals(List.of(77L), remote.answers, "answered once the lock is gone");
        assertEquals(77, nodes.value(1, 5));
        assertEquals(0, writer.squashes + local.squashes + remote.squashes);
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldChargeAndCountADeniedCheck() {
        Context writer = nodes.context(0, 0);
        Context checker = nodes.context(0, 1);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.store(step, 5, 1));
            assertEquals(Access.DONE, writer.tracker.lock(step));
        });
        checker.at(1_000, step -> {
            checker.tracker.begin(step, false);
            assertFalse(checker.tracker.isDenied(step, nodes.regions.get(0), 6 * Nodes.LINE, 64, false));
        });
        checker.at(2_000, step -> {
            assertEquals(0, nodes.bench.busyNs(0, "core1"));
            long checks = nodes.bench.count("filter.checks");
            assertTrue(checker.tracker.isDenied(step, nodes.regions.get(0), 5 * Nodes.LINE, 8, true));
            assertEquals(checks + 2, nodes.bench.count("filter.checks"), "of a read and a write filter");
            assertTrue(checker.tracker.isDenied(step, nodes.regions.get(0), 5 * Nodes.LINE, 8, true));
            assertEquals(checks + 2, nodes.bench.count("filter.checks"), "counted once");
            assertEquals(2, nodes.bench.count("filter.checksAgain"));
        });
        nodes.bench.run();
        var sheet = DataSheets.settings(new HadesHardware(), "hades-node", Map.of());
        assertEquals(
                2 * Double.parseDouble(sheet.text("llcCycles")) * Double.parseDouble(sheet.text("cycleNs")),
                nodes.bench.busyNs(0, "core1"),
                1e-6);
        assertEquals(2, nodes.bench.count("directory.denials"));
    }

    /**
     * Conflicts on its own node are found access by access; a filter so full that it claims every line squashes nobody
     * at the commit.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskItsOwnNodesFiltersOnlyForWhatWasNotWatched(boolean watched) {
        nodes = new Nodes(1, 2, Map.of("readFilterBits", 64, "writeFilterBits", 64, "indexFilterBits", 64));
        Context writer = nodes.context(0, 0);
        Context reader = nodes.context(0, 1);
        writer.at(0, step -> {
            writer.tracker.begin(step, watched);
            if (watched) {
                assertEquals(Access.DONE, writer.store(step, 5, 1));
            }
        });
        reader.at(1_000, step -> {
            reader.tracker.begin(step, true);
            for (int line = 100; line < 300; line++) {
                assertEquals(Access.DONE, reader.load(step, line));
            }
        });
        writer.at(50_000, step -> {
            if (!watched) {
                writer.tracker.declare(step, nodes.regions.get(0), 5 * Nodes.LINE, 8, true);
            }
            long checks = nodes.bench.count("filter.checks");
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertEquals(watched ? checks : checks + 2, nodes.bench.count("filter.checks"));
            writer.tracker.intend(step, 9);
            writer.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(watched ? 0 : 1, reader.squashes);
    }

    @Test
    void shouldSquashWhoHasReadOrWrittenWhatAnotherNodesCommitWrites() {
        Context writer = nodes.context(0, 0);
        Context localReader = nodes.context(1, 0);
        Context localWriter = nodes.context(1, 1);
        Context remoteReader = nodes.context(2, 0);
        Context remoteWriter = nodes.context(2, 1);
        Context bystander = nodes.context(0, 1);
        localReader.at(0, step -> {
            localReader.tracker.begin(step, true);
            assertEquals(Access.DONE, localReader.load(step, 5));
        });
        localWriter.at(0, step -> {
            localWriter.tracker.begin(step, true);
            assertEquals(Access.DONE, localWriter.store(step, 6, 1));
        });
        remoteReader.at(0, step -> {
            remoteReader.tracker.begin(step, true);
            remoteReader.read(step, 1, 5, 1);
        });
        remoteWriter.at(0, step -> {
            remoteWriter.tracker.begin(step, true);
            assertTrue(remoteWriter.tracker.prepare(step, 1, Nodes.name(1), 6 * Nodes.LINE + 8, 8, 2));
        });
        bystander.at(0, step -> {
            bystander.tracker.begin(step, true);
            bystander.read(step, 1, 7, 1);
        });
        writer.at(4_000, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, true);
            writer.write(step, 1, 6, 78, true);
            writer.tracker.lock(step);
            writer.tracker.intend(step, 9);
        });
        writer.at(8_000, step -> {
            assertEquals(List.of(9), writer.completed);
            writer.tracker.finish(step);
        });
        localWriter.at(9_500, step -> {
            assertEquals(Access.SQUASHED, localWriter.load(step, 6));
            assertEquals(AbortReason.SQUASHED, localWriter.tracker.reason());
        });
        nodes.bench.run();
        assertEquals(1, localReader.squashes);
        assertEquals(1, localWriter.squashes);
        assertEquals(1, remoteReader.squashes);
        assertEquals(1, remoteWriter.squashes);
        assertEquals(0, bystander.squashes);
        assertEquals(78, nodes.value(1, 6), "what a squashed transaction stored is lost");
        assertEquals(List.of(2), remoteWriter.completed);
    }

    /**
     * A squash and an Intend-to-commit pass each other: the node has squashed, remembers it, and neither locks for the
     * transaction nor squashes others for it.
     */
    @Test
    void shouldNotAgreeToTheCommitOfWhoWasSquashed() {
        Context doomed = nodes.context(0, 0);
        Context killer = nodes.context(1, 0);
        Context third = nodes.context(1, 1);
        doomed.at(0, step -> {
            doomed.tracker.begin(step, true);
            doomed.read(step, 1, 5, 1);
        });
        third.at(0, step -> {
            third.tracker.begin(step, true);
            assertEquals(Access.DONE, third.load(step, 6));
        });
        killer.at(4_500, step -> {
            killer.tracker.begin(step, true);
            assertEquals(Access.DONE, killer.store(step, 5, 1));
            assertEquals(Access.DONE, killer.tracker.lock(step));
            assertFalse(killer.tracker.intend(step, 9), "nobody to ask");
            killer.tracker.finish(step);
        });
        doomed.at(4_000, step -> {
            doomed.write(step, 1, 6, 77, true);
            assertEquals(Access.DONE, doomed.tracker.lock(step));
            doomed.tracker.intend(step, 9);
        });
        third.at(5_400, step -> {
            assertEquals(0, third.squashes, "not for one that is squashed itself");
            assertEquals(Access.DONE, third.store(step, 6, 2), "not locked for it either");
            third.tracker.lock(step);
            third.tracker.intend(step, 9);
            third.tracker.finish(step);
        });
        doomed.at(9_000, step -> doomed.abandon(step));
        nodes.bench.run();
        assertEquals(1, doomed.squashes);
        assertEquals(List.of(1), doomed.completed);
        assertEquals(2, nodes.value(1, 6));
    }

    @Test
    void shouldUnlockNodesThatHaveAgreedIfAnotherDoesNot() {
        Context other = nodes.context(2, 0);
        Context writer = nodes.context(0, 0);
        Context local = nodes.context(1, 0);
        other.at(0, step -> {
            other.tracker.begin(step, true);
            other.store(step, 3, 1);
            assertEquals(Access.DONE, other.tracker.lock(step));
        });
        writer.at(1_000, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, true);
            writer.write(step, 2, 3, 77, true);
            writer.tracker.lock(step);
            writer.tracker.intend(step, 9);
        });
        local.at(3_000, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DENIED, local.load(step, 5));
        });
        writer.at(6_000, step -> {
            assertEquals(1, writer.squashes);
            assertEquals(List.of(), writer.completed);
            writer.abandon(step);
        });
        local.at(8_000, step -> {
            assertEquals(Access.DONE, local.load(step, 5));
            assertEquals(0, local.loaded());
        });
        other.at(8_000, step -> {
            other.tracker.intend(step, 9);
            other.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(0, nodes.value(1, 5));
        assertEquals(1, nodes.value(2, 3));
        assertEquals(0, other.squashes);
    }

    @Test
    void shouldLetTwoTransactionsSquashEachOther() {
        Context one = nodes.context(1, 0);
        Context two = nodes.context(2, 0);
        one.at(0, step -> {
            one.tracker.begin(step, true);
            one.read(step, 2, 5, 1);
            one.store(step, 4, 11);
        });
        two.at(0, step -> {
            two.tracker.begin(step, true);
            two.read(step, 1, 4, 1);
            two.store(step, 5, 12);
        });
        for (Context each : List.of(one, two)) {
            each.at(4_000, step -> {
                assertEquals(Access.DONE, each.tracker.lock(step));
                assertTrue(each.tracker.intend(step, 9));
            });
            each.at(8_000, step -> {
                assertEquals(1, each.squashes);
                assertEquals(List.of(1), each.completed);
                each.abandon(step);
            });
        }
        nodes.bench.run();
        assertEquals(0, nodes.value(1, 4) + nodes.value(2, 5));
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldKeepWhatAllHaveAgreedToThoughItLeavesTheCache() {
        nodes = new Nodes(
                2, 1, Map.of("llcSliceSets", 64, "llcWays", 1, "indexFilterBits", 64, "l1Bytes", 512, "l2Bytes", 512));
        Context writer = nodes.context(0, 0);
        Context neighbour = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.store(step, 5, 77));
            writer.write(step, 1, 7, 78, true);
            writer.tracker.lock(step);
            writer.tracker.intend(step, 9);
        });
        neighbour.at(5_000, step -> {
            assertEquals(List.of(9), writer.completed);
            neighbour.tracker.begin(step, true);
            assertEquals(Access.DONE, neighbour.load(step, 5 + 64), "of the same set, which has one way");
        });
        writer.at(6_000, step -> writer.tracker.finish(step));
        nodes.bench.run();
        assertEquals(0, writer.squashes);
        assertEquals(77, nodes.value(0, 5));
        assertEquals(78, nodes.value(1, 7));
        assertEquals(0, nodes.bench.count("squash.byEviction"));
    }

    @Test
    void shouldDropWhatOlderAttemptsHaveAskedFor() {
        Context holder = nodes.context(1, 0);
        Context reader = nodes.context(0, 0);
        Context writer = nodes.context(2, 0);
        holder.at(0, step -> {
            holder.tracker.begin(step, true);
            holder.store(step, 5, 1);
            holder.tracker.lock(step);
        });
        reader.at(1_000, step -> {
            reader.tracker.begin(step, true);
            reader.read(step, 1, 5, 1);
        });
        reader.at(3_000, step -> {
            reader.abandon(step);
            reader.tracker.begin(step, true);
            assertEquals(Access.DONE, reader.load(step, 5));
        });
        holder.at(5_000, step -> {
            holder.tracker.intend(step, 9);
            holder.tracker.finish(step);
        });
        writer.at(7_000, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 2, true);
            writer.tracker.lock(step);
            writer.tracker.intend(step, 9);
        });
        writer.at(11_000, step -> writer.tracker.finish(step));
        nodes.bench.run();
        assertEquals(List.of(), reader.completed);
        assertEquals(0, reader.squashes, "nobody remembers the read that was given up");
        assertEquals(2, nodes.value(1, 5));
        assertEquals(0, nodes.bench.count("squash.byCommit"));
        assertEquals(0, nodes.bench.messagesOut());
    }
}
