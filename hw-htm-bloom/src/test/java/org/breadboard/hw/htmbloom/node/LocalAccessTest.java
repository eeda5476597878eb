// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.hw.htmbloom.node.Nodes.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transaction's loads and stores on its own node do, and what they cost (HADES IV.C, V.A, Table III). */
class LocalAccessTest {
    /** Sets of two lines, 64 of them, in the shared cache. */
    private static final Map<String, Object> TINY_CACHE =
            Map.of("llcSliceSets", 64, "llcWays", 2, "indexFilterBits", 64, "l1Bytes", 512, "l2Bytes", 512);

    private Nodes nodes = new Nodes(1, 2, Map.of());

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHideStoresUntilTheyCommit(boolean commits) {
        Context writer = nodes.context(0, 0);
        Region region = nodes.regions.get(0);
        byte[] old = new byte[256];
        for (int i = 0; i < old.length; i++) {
            old[i] = (byte) i;
        }
        region.write(0, old, 0, old.length);
        byte[] changed = old.clone();
        Arrays.fill(changed, 30, 230, (byte) -1);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.tracker.store(step, region, 30, changed, 30, 150));
            assertEquals(Access.DONE, writer.tracker.store(step, region, 100, changed, 100, 130));
            byte[] own = new byte[256];
            assertEquals(Access.DONE, writer.tracker.load(step, region, 3, own, 3, 250));
            assertArrayEquals(Arrays.copyOfRange(changed, 3, 253), Arrays.copyOfRange(own, 3, 253));
            byte[] memory = new byte[256];
            region.read(0, memory, 0, 256);
            assertArrayEquals(old, memory);
            if (commits) {
                assertEquals(Access.DONE, writer.tracker.lock(step));
                assertFalse(writer.tracker.intend(step, 9));
                writer.tracker.finish(step);
            } else {
                writer.abandon(step);
            }
            region.read(0, memory, 0, 256);
            assertArrayEquals(commits ? changed : old, memory);
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.tracker.load(step, region, 0, memory, 0, 256));
            assertArrayEquals(commits ? changed : old, memory, "and a later transaction finds the same");
        });
        nodes.bench.run();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldSquashTheSecondOfTwoThatConflictOnTheirNode(boolean firstStores, boolean secondStores) {
        Context first = nodes.context(0, 0);
        Context second = nodes.context(0, 1);
        boolean conflict = firstStores || secondStores;
        first.at(0, step -> {
            first.tracker.begin(step, true);
            assertEquals(Access.DONE, firstStores ? first.store(step, 5, 1) : first.load(step, 5));
        });
        second.at(1_000, step -> {
            second.tracker.begin(step, true);
            assertEquals(
                    conflict ? Access.SQUASHED : Access.DONE,
                    secondStores ? second.store(step, 5, 2) : second.load(step, 5));
            if (conflict) {
                assertEquals(AbortReason.SQUASHED, second.tracker.reason());
                assertEquals(Access.SQUASHED, second.load(step, 99), "until it gives up");
                second.abandon(step);
                second.tracker.begin(step, true);
                assertEquals(Access.DONE, second.load(step, 99));
            }
        });
        first.at(2_000, step -> {
            assertEquals(Access.DONE, first.tracker.lock(step));
            first.tracker.intend(step, 9);
            first.tracker.finish(step);
        });
        nodes.bench.run();
        assertEquals(0, first.squashes + second.squashes, "the answer told it");
        assertEquals(firstStores ? 1 : 0, nodes.value(0, 5));
    }

    @Test
    void shouldEvictWhatNobodyWroteFirst() {
        nodes = new Nodes(1, 1, TINY_CACHE);
        Context writer = nodes.context(0, 0);
        Context reader = nodes.context(0, 0);
        writer.at(0, step -> {
            writer.tracker.begin(step, true);
            assertEquals(Access.DONE, writer.store(step, 1, 1));
        });
        reader.at(1_000, step -> {
            reader.tracker.begin(step, true);
            for (int i = 1; i < 6; i++) {
                assertEquals(Access.DONE, reader.load(step, 1 + 64L * i));
            }
            assertEquals(0, nodes.bench.count("squash.byEviction"));
        });
        writer.at(3_000, step -> {
            assertEquals(Access.DONE, writer.store(step, 1 + 64 * 9, 1), "the whole set is its own now");
            assertEquals(Access.DONE, writer.load(step, 1));
        });
        reader.at(4_000, step -> assertEquals(Access.DONE, reader.load(step, 1 + 64 * 10)));
        writer.at(6_000, step -> {
            assertEquals(1, writer.squashes);
            assertEquals(AbortReason.EXHAUSTED, writer.tracker.reason());
            assertEquals(Access.SQUASHED, writer.load(step, 1));
        });
        nodes.bench.run();
        assertEquals(1, nodes.bench.count("squash.byEviction"));
        assertEquals(0, nodes.value(0, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldForgetFilterBitsOnAContextSwitchUnlessTheyNameTheTransaction(boolean smt) {
        nodes = new Nodes(1, 1, Map.of("smt", smt));
        Context one = nodes.context(0, 0);
        Context two = nodes.context(0, 0);
        one.at(0, step -> {
            one.tracker.begin(step, true);
            one.load(step, 5);
            one.load(step, 5);
            assertEquals(1, nodes.bench.count("filter.inserts"), "the second finds its bit");
            one.store(step, 5, 1);
            one.store(step, 5, 2);
            assertEquals(2, nodes.bench.count("filter.inserts"));
        });
        two.at(1_000, step -> {
            two.tracker.begin(step, true);
            two.load(step, 6);
            assertEquals(3, nodes.bench.count("filter.inserts"));
        });
        one.at(2_000, step -> {
            one.load(step, 5);
            assertEquals(smt ? 3 : 4, nodes.bench.count("filter.inserts"));
        });
        nodes.bench.run();
    }

    @Test
    void shouldLetNoMoreBeginThanHaveFilters() {
        nodes = new Nodes(2, 1, Map.of("corePairs", 1, "remoteNodes", 1));
        Context one = nodes.context(0, 0);
        Context two = nodes.context(0, 0);
        Context three = nodes.context(1, 0);
        one.at(0, step -> {
            assertTrue(one.tracker.begin(step, true));
            assertFalse(two.tracker.begin(step, true));
            one.abandon(step);
            assertTrue(two.tracker.begin(step, true));
            assertTrue(one.tracker.begin(step, false), "without being watched");
            one.read(step, 1, 5, 1);
            two.read(step, 1, 6, 1);
        });
        one.at(5_000, step -> {
            assertEquals(1, one.completed.size());
            assertEquals(0, two.completed.size(), "node 1 has one pair of filters: it runs one transaction");
            assertEquals(1, two.squashes);
            assertEquals(AbortReason.EXHAUSTED, two.tracker.reason());
            two.abandon(step);
            one.tracker.intend(step, 2);
        });
        one.at(9_000, step -> one.tracker.finish(step));
        two.at(11_000, step -> {
            assertTrue(two.tracker.begin(step, true));
            two.read(step, 1, 6, 1);
        });
        nodes.bench.run();
        assertEquals(List.of(1), two.completed);
        assertEquals(0, three.squashes);
        assertEquals(0, nodes.bench.messagesOut());
    }

    @Test
    void shouldSquashACommitThatFindsNoBuffer() {
        nodes = new Nodes(1, 1, Map.of("lockingBuffers", 1));
        Context one = nodes.context(0, 0);
        Context two = nodes.context(0, 0);
        one.at(0, step -> {
            one.tracker.begin(step, true);
            two.tracker.begin(step, true);
            one.store(step, 5, 1);
            two.store(step, 6, 1);
            assertEquals(Access.DONE, one.tracker.lock(step));
            assertEquals(Access.SQUASHED, two.tracker.lock(step));
            assertEquals(AbortReason.EXHAUSTED, two.tracker.reason());
            one.tracker.intend(step, 9);
            one.tracker.finish(step);
            two.abandon(step);
            two.tracker.begin(step, true);
            two.store(step, 6, 1);
            assertEquals(Access.DONE, two.tracker.lock(step));
        });
        nodes.bench.run();
    }

    @Test
    void shouldWaitForEachLevelAsLongAsTheDataSheetSays() {
        Map<String, Object> sizes = new HashMap<>(Map.of("l1Bytes", 512, "l2Bytes", 1024, "dramNs", 100.0));
        nodes = new Nodes(1, 2, sizes);
        CachedMemory.Core core = nodes.core(0, 0);
        CachedMemory.Core other = nodes.core(0, 1);
        Region region = nodes.regions.get(0);
        List<Double> ns = new ArrayList<>();
        nodes.at(0, nodes.stage(0, 0), step -> {
            ns.add(core.load(step, region, 0, 8));
            ns.add(core.load(step, region, 8, 8));
            for (int line = 1; line <= 8; line++) {
                core.load(step, region, line * 64L, 8);
            }
            ns.add(core.load(step, region, 0, 8));
            ns.add(other.load(step, region, 0, 8));
            ns.add(core.load(step, region, 0, 8));
            ns.add(core.store(step, region, 0, 8));
            ns.add(core.store(step, region, 0, 8));
            ns.add(other.load(step, region, 0, 8));
            ns.add(core.load(step, region, 0, 3 * 64));
        });
        nodes.bench.run();
        // DRAM behind the LLC, L1, L2, LLC (another core's), L1, LLC to own it, L1, LLC (taken away), L2 at worst with
        // two more lines.
        assertEquals(List.of(120.0, 1.0, 6.0, 20.0, 1.0, 20.0, 1.0, 20.0), ns.subList(0, 8));
        assertEquals(6.0 + 2 * 2, ns.get(8));
    }

    @Test
    void shouldQueueForBanksAndChannels() {
        nodes = new Nodes(1, 1, Map.of("dramChannels", 2, "dramBanks", 2));
        CachedMemory.Core core = nodes.core(0, 0);
        Region region = nodes.regions.get(0);
        List<Double> ns = new ArrayList<>();
        nodes.at(0, nodes.stage(0, 0), step -> {
            for (long line : new long[] {0, 1, 2, 4, 8}) {
                ns.add(core.load(step, region, line * 64, 8));
            }
        });
        nodes.bench.run();
        // 0: unloaded. 1: another channel. 2: 0's channel, another bank, 4 ns of transfer behind it. 4 and 8: 0's bank,
        // half an access each.
        assertEquals(List.of(120.0, 120.0, 124.0, 170.0, 220.0), ns);
    }
}
