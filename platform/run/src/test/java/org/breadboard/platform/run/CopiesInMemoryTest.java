// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.ValueHash;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.PagedRegion;
import org.junit.jupiter.api.Test;

/** Copies that are shown by the pages in which they differ come out as what each of them holds. */
class CopiesInMemoryTest {
    private static final int COPIES = 3;
    private static final int SLOT_BYTES = 40;
    private static final int VALUE = 16;
    private static final int VALUE_BYTES = SLOT_BYTES - VALUE;
    /** The first table begins without records, and is the smaller one; the last is of a kind that never asks. */
    private static final int[] SLOTS = {30, 500, 40};

    private static final int[] RECORDS = {0, 400, 40};
    private static final int NEVER_ASKS = 2;
    private static final int ORDERED = 1;
    private static final Layout LAYOUT = new Layout("slots", 1);
    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public int partition(int table, long key) {
            return 0;
        }

        @Override
        public int replicas() {
            return COPIES;
        }

        @Override
        public int node(int partition, int index) {
            return index;
        }
    };

    private final List<NodeMemory> memories = new ArrayList<>();
    private final List<ProtocolNode> nodes = new ArrayList<>();

    private final List<NodeMemory> memoriesAtFirst = new ArrayList<>();
    private final List<ProtocolNode> nodesAtFirst = new ArrayList<>();
    private final List<Map<String, Integer>> told = List.of(new TreeMap<>(), new TreeMap<>());

    @Test
    void shouldShowEachCopyAsWhatItHolds() {
        shownAsHeld(false);
    }

    /** Of keys that no history has, only how they differ from what was there at first. */
    @Test
    void shouldShowWhatIsAnotherThanAtFirst() {
        shownAsHeld(true);
    }

    private void shownAsHeld(boolean changes) {
        int differing = 0;
        for (long seed = 0; seed < 300; seed++) {
            differing += shownAsHeld(new Random(seed), "seed " + seed, changes) ? 1 : 0;
        }
        assertTrue(differing > 100, differing + " of 300 have copies that differ");
    }

    /** Whether the copies differ. */
    private boolean shownAsHeld(Random random, String what, boolean changes) {
        told.forEach(Map::clear);
        memoriesAtFirst.clear();
        nodesAtFirst.clear();
        memories.clear();
        nodes.clear();
        Image[] images = new Image[SLOTS.length];
        for (int table = 0; table < SLOTS.length; table++) {
            PagedRegion region =
                    new PagedRegion("image", (long) SLOTS[table] * SLOT_BYTES, Lifetime.SURVIVES_CRASH, LAYOUT);
            for (int key = 0; key < RECORDS[table]; key++) {
                put(region, key, 0);
            }
            images[table] = region.freeze();
        }
        build(images, memories, nodes);
        build(images, memoriesAtFirst, nodesAtFirst);
        for (int i = random.nextInt(12); i > 0; i--) {
            replicate(random);
        }
        List<TableSpec> specs = new ArrayList<>();
        for (int table = 0; table < SLOTS.length; table++) {
            specs.add(new TableSpec(table, "t" + table, VALUE_BYTES, SLOTS[table], false));
        }
        Items items = Items.of(specs, ProtocolType.Grain.RECORD);
        Map<Long, Long> hashesAtFirst = new TreeMap<>();
        Map<String, Integer> untouched = new TreeMap<>();
        Set<Long> touched = new TreeSet<>();
        nodesAtFirst.get(0).records(0, items.rows((table, item, version, hash) -> {
            hashesAtFirst.put(item * SLOTS.length + table, hash);
            count(untouched, table, item, version, hash, -1);
        }));
        for (int i = 0; i < 200; i++) {
            int table = random.nextInt(SLOTS.length);
            long item = random.nextInt(SLOTS[table]);
            Long hash = hashesAtFirst.get(item * SLOTS.length + table);
            if (touched.add(item * SLOTS.length + table) && hash != null) {
                count(untouched, table, item, 0, hash, 1);
            }
        }
        InitialState initial = (table, key, answer) -> {
            Long hash = hashesAtFirst.get(key * SLOTS.length + table);
            if (hash == null) {
                answer.absent(0);
            } else {
                answer.present(0, hash);
            }
        };
        CopiesInMemory.AsAtFirst first = changes
                ? new CopiesInMemory.AsAtFirst(
                        PLACEMENT, nodesAtFirst, memoriesAtFirst, initial, table -> table == ORDERED)
                : null;
        Shown shown = new Shown(touched);
        boolean differ = false;
        new CopiesInMemory(items, PLACEMENT, nodes, memories, 0, first, new Told()).visit(shown);
        assertTold(changes, items, what);
        for (ProtocolNode node : nodes) {
            Map<String, Integer> rows = new TreeMap<>();
            node.records(0, items.rows((table, item, version, hash) -> count(rows, table, item, version, hash, 1)));
            Map<String, Integer> copy = shown.copies.get(nodes.indexOf(node));
            differ |= !rows.equals(shown.copies.get(0));
            if (changes) {
                untouched.forEach((row, times) -> rows.merge(row, times, (a, b) -> a + b == 0 ? null : a + b));
            }
            copy.forEach((row, times) -> rows.merge(row, -times, (a, b) -> a + b == 0 ? null : a + b));
            assertEquals(Map.of(), rows, what + ": rows that are held and not shown, and the other way round");
        }
        return differ;
    }

    private static void build(Image[] images, List<NodeMemory> memories, List<ProtocolNode> nodes) {
        for (int node = 0; node < COPIES; node++) {
            NodeMemory memory = new NodeMemory(node);
            memories.add(memory);
            List<Region> regions = new ArrayList<>();
            for (int table = 0; table < SLOTS.length; table++) {
                regions.add(memory.region("table." + table, images[table], Lifetime.SURVIVES_CRASH));
            }
            nodes.add((copy, visitor) -> records(regions, visitor));
        }
    }

    /** Whoever judges is told of all that the primary has, or of by how much it has become another. */
    private void assertTold(boolean changes, Items items, String what) {
        Map<String, Integer> expected = new TreeMap<>();
        nodes.get(0)
                .records(0, items.rows((table, item, version, hash) -> count(expected, table, item, version, hash, 1)));
        if (changes) {
            nodesAtFirst
                    .get(0)
                    .records(
                            0,
                            items.rows(
                                    (table, item, version, hash) -> count(expected, table, item, version, hash, -1)));
        }
        told.get(1).forEach((row, times) -> expected.merge(row, times, (a, b) -> a + b == 0 ? null : a + b));
        told.get(0).forEach((row, times) -> expected.merge(row, -times, (a, b) -> a + b == 0 ? null : a + b));
        assertEquals(Map.of(), expected, what + ": records that who judges was not told of, or told of too often");
    }

    /** Counts what it is told is there, and was. */
    private final class Told implements CopiesInMemory.Judge {
        @Override
        public ProtocolNode.RecordVisitor record(ProtocolNode.RecordVisitor rows) {
            return counted(rows, 0);
        }

        @Override
        public ProtocolNode.RecordVisitor was(ProtocolNode.RecordVisitor rows) {
            return counted(rows, 1);
        }

        private ProtocolNode.RecordVisitor counted(ProtocolNode.RecordVisitor rows, int which) {
            return (table, key, version, value, lengthBytes) -> {
                count(told.get(which), table, key, version, ValueHash.of(value, 0, lengthBytes), 1);
                rows.record(table, key, version, value, lengthBytes);
            };
        }
    }

    /** A write that all copies take, or all but one; or one that empties a table of a copy. */
    private void replicate(Random random) {
        int table = random.nextInt(SLOTS.length);
        int key = random.nextInt(SLOTS[table]);
        int spared = random.nextInt(6);
        boolean empties = random.nextInt(20) == 0;
        boolean deletes = random.nextInt(4) == 0;
        int strayed = random.nextInt(VALUE_BYTES);
        for (int node = 0; node < COPIES; node++) {
            Region region = memories.get(node).find("table." + table);
            if (empties && node == spared) {
                for (int slot = 0; slot < SLOTS[table]; slot++) {
                    region.putLong((long) slot * SLOT_BYTES, 0);
                }
            } else if (!empties && node != spared) {
                if (deletes) {
                    region.putLong((long) key * SLOT_BYTES, 0);
                } else {
                    put(region, key, strayed);
                }
            }
        }
    }

    private static void put(Region region, int key, int strayed) {
        long at = (long) key * SLOT_BYTES;
        region.putLong(at, 1);
        region.putLong(at + 8, key);
        region.write(at + VALUE + strayed, new byte[] {(byte) (key * 31 + strayed)}, 0, 1);
    }

    private static void records(List<Region> regions, ProtocolNode.RecordVisitor visitor) {
        byte[] value = new byte[VALUE_BYTES];
        for (int table = 0; table < SLOTS.length; table++) {
            Region region = regions.get(table);
            for (int slot = 0; slot < SLOTS[table]; slot++) {
                long at = (long) slot * SLOT_BYTES;
                if (region.getLong(at) != 0 && (table == NEVER_ASKS || visitor.wants(region, at, at + SLOT_BYTES))) {
                    region.read(at + VALUE, value, 0, VALUE_BYTES);
                    visitor.record(table, region.getLong(at + 8), 0, value, VALUE_BYTES);
                }
            }
        }
    }

    private static void count(Map<String, Integer> rows, int table, long key, long version, long hash, int more) {
        rows.merge(table + "/" + key + "/" + version + "/" + hash, more, (a, b) -> a + b == 0 ? null : a + b);
    }

    /** Makes whole copies of what is shown. */
    private static final class Shown implements FinalState.Visitor {
        private final List<Map<String, Integer>> copies = new ArrayList<>();
        private final Set<Long> touched;

        Shown(Set<Long> touched) {
            this.touched = touched;
        }

        @Override
        public void keys(FinalState.Key visitor) {
            touched.forEach(key -> visitor.key((int) (key % SLOTS.length), key / SLOTS.length));
        }

        @Override
        public void replica(int node, int partition, boolean primary) {
            copies.add(new TreeMap<>());
        }

        @Override
        public void likePrimary(int node, int partition) {
            copies.add(new TreeMap<>(copies.get(0)));
        }

        @Override
        public void without(int table, long key, long version, long hash) {
            count(copies.get(copies.size() - 1), table, key, version, hash, -1);
        }

        @Override
        public void row(int table, long key, long version, long hash) {
            count(copies.get(copies.size() - 1), table, key, version, hash, 1);
        }

        @Override
        public void rowOrLater(int table, long key, long version, long hash) {
            assertEquals(ORDERED, table, "a table whose records do not tell that their versions move");
            row(table, key, version, hash);
        }
    }
}
