// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.memory.Bytes;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.junit.jupiter.api.Test;

/** What hardware does in case a machine crashes, and for those that recover from it. */
class RecoveringTest {
    private static final long LINE = Nodes.LINE;

    private final Nodes nodes = new Nodes(3, 2, Map.of());

    @Test
    void shouldKeepBytesBeforeItAgreesWhateverBecomesOfTheCommit() {
        Context writer = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, false);
            byte[] kept = new byte[2 * (int) LINE];
            Bytes.putLong(kept, 0, 88);
            Bytes.putLong(kept, kept.length - 8, 99);
            writer.tracker.keep(1, Nodes.name(1), 20 * LINE, kept, 0, kept.length);
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertTrue(writer.tracker.intend(step, 9));
        });
        writer.at(4_000, step -> {
            assertEquals(List.of(9), writer.completed);
            assertEquals(88, nodes.value(1, 20));
            assertEquals(99, nodes.regions.get(1).getLong(22 * LINE - 8));
            assertEquals(0, nodes.value(1, 5));
            writer.abandon(step);
        });
        nodes.bench.run();
        assertEquals(88, nodes.value(1, 20));
        assertEquals(0, nodes.value(1, 5));
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldKeepNothingOfWhatItDoesNotAgreeTo() {
        Context holder = nodes.context(2, 0);
        Context writer = nodes.context(0, 0);
        holder.at(0, step -> {
            holder.tracker.begin(step, true);
            holder.write(step, 1, 5, 66, false);
            assertEquals(Access.DONE, holder.tracker.lock(step));
            assertTrue(holder.tracker.intend(step, 8));
        });
        writer.at(3_000, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, false);
            writer.tracker.keep(1, Nodes.name(1), 20 * LINE, new byte[] {1, 0, 0, 0, 0, 0, 0, 0}, 0, 8);
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertTrue(writer.tracker.intend(step, 9));
        });
        writer.at(6_000, step -> {
            assertEquals(1, writer.squashes);
            writer.abandon(step);
        });
        holder.at(7_000, step -> holder.tracker.finish(step));
        nodes.bench.run();
        assertEquals(0, nodes.value(1, 20));
        assertEquals(66, nodes.value(1, 5));
    }

    @Test
    void shouldCountLocksOfCommitsAndLinesThatAreHeld() {
        ConflictTracking tracking = nodes.bench.capability(1, ConflictTracking.class);
        Context writer = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, false);
            assertEquals(0, tracking.locks());
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertTrue(writer.tracker.intend(step, 9));
        });
        writer.at(4_000, step -> {
            assertEquals(1, tracking.locks());
            writer.tracker.finish(step);
        });
        nodes.at(8_000, nodes.stage(1, 1), step -> {
            assertEquals(0, tracking.locks());
            tracking.hold(step, nodes.regions.get(1), 5 * LINE, 2 * (int) LINE);
            assertEquals(2, tracking.locks());
            tracking.letGo(step, nodes.regions.get(1), 5 * LINE, 2 * (int) LINE);
        });
        nodes.bench.run();
        assertEquals(0, tracking.locks());
    }

    @Test
    void shouldHoldLinesAgainstAllUntilTheyAreLetGo() {
        ConflictTracking tracking = nodes.bench.capability(1, ConflictTracking.class);
        Context local = nodes.context(1, 0);
        Context reader = nodes.context(0, 0);
        Context writer = nodes.context(2, 0);
        Context first = nodes.context(2, 1);
        nodes.at(0, nodes.stage(1, 1), step -> tracking.hold(step, nodes.regions.get(1), 5 * LINE, 2 * (int) LINE));
        local.at(1_000, step -> {
            local.tracker.begin(step, true);
            assertEquals(Access.DENIED, local.load(step, 5));
            assertEquals(Access.DENIED, local.store(step, 6, 1));
            assertTrue(local.tracker.isDenied(step, nodes.regions.get(1), 5 * LINE, 8, false));
            assertEquals(Access.DONE, local.load(step, 7), "another line");
        });
        reader.at(1_000, step -> {
            reader.tracker.begin(step, true);
            reader.read(step, 1, 6, 3);
        });
        writer.at(1_000, step -> {
            writer.tracker.begin(step, true);
            writer.write(step, 1, 5, 77, true);
            assertEquals(Access.DONE, writer.tracker.lock(step));
            assertTrue(writer.tracker.intend(step, 9));
        });
        first.at(1_000, step -> {
            first.cover(1, 5, true);
            assertTrue(first.tracker.lockFirst(step, true, 4));
        });
        nodes.at(8_000, nodes.stage(1, 1), step -> {
            assertEquals(1, writer.squashes, "a commit does not wait");
            assertEquals(List.of(), reader.completed);
            assertEquals(List.of(), first.completed);
            tracking.letGo(step, nodes.regions.get(1), 5 * LINE, 2 * (int) LINE);
        });
        writer.at(8_000, writer::abandon);
        local.at(9_000, step -> assertEquals(Access.DONE, local.load(step, 6)));
        reader.at(14_000, step -> {
            assertEquals(List.of(3), reader.completed);
            reader.abandon(step);
        });
        first.at(16_000, step -> {
            assertEquals(List.of(4), first.completed);
            first.abandon(step);
        });
        nodes.bench.run();
        assertEquals(0, nodes.value(1, 5));
    }
}
