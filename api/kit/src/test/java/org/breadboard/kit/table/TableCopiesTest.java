// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.NoLogic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table over five nodes, with three copies of each partition, some records of which are there in the beginning. */
class TableCopiesTest {
    private static final int NODES = 5;
    private static final int COPIES = 3;
    private static final int KEYS = 200;
    private static final int VALUE_BYTES = 24;

    private record Made(ByteRegion content) implements Image {
        @Override
        public long sizeBytes() {
            return content.sizeBytes();
        }

        @Override
        public org.breadboard.api.memory.Layout layout() {
            return content.layout();
        }
    }

    /** Its keys are slots, and so in order. */
    private record InOrder(long most) implements StoreType {
        @Override
        public String id() {
            return "slots";
        }

        @Override
        public String description() {
            return "slots";
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public boolean ordered() {
            return true;
        }

        @Override
        public Store create(long records, int valueBytes, Settings settings) {
            return new SlotStore(KEYS, most, valueBytes);
        }
    }

    private record Partitions(int[] ofKey, int[][] nodes) implements Placement {
        static Partitions random(Random random) {
            int[] ofKey = random.ints(KEYS, 0, NODES + 2).toArray();
            int[][] nodes = new int[NODES + 2][];
            for (int partition = 0; partition < nodes.length; partition++) {
                nodes[partition] =
                        random.ints(0, NODES).distinct().limit(COPIES).toArray();
            }
            return new Partitions(ofKey, nodes);
        }

        @Override
        public int partitions() {
            return nodes.length;
        }

        @Override
        public int partition(int table, long key) {
            return ofKey[(int) key];
        }

        @Override
        public int replicas() {
            return COPIES;
        }

        @Override
        public int node(int partition, int index) {
            return nodes[partition][index];
        }
    }

    private record Values(long seed, boolean twice) implements Population {
        @Override
        public long candidates() {
            return twice ? KEYS + 1 : KEYS;
        }

        @Override
        public long key(long index) {
            return Math.floorMod(index * 7 + seed, KEYS);
        }

        @Override
        public boolean value(long key, byte[] value) {
            assertEquals(0, Bytes.getLong(value, 8), "zeros when called");
            Bytes.putLong(value, 0, key * seed);
            Bytes.putLong(value, 8, 1 + key);
            return (key + seed) % 3 != 0;
        }
    }

    private static TableImages images(Placement placement, Population population, long most) {
        return images(placement, population, most, false);
    }

    private static TableImages images(Placement placement, Population population, long most, boolean ordered) {
        ProtocolContext context = (ProtocolContext) Proxy.newProxyInstance(
                ProtocolContext.class.getClassLoader(),
                new Class<?>[] {ProtocolContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "population" -> population;
                    case "placement" -> placement;
                    case "stores" -> List.of(new InOrder(most));
                    case "initial" -> ((Supplier<?>) arguments[1]).get();
                    case "image" -> {
                        ByteRegion region = new ByteRegion("image", (long) arguments[0]);
                        ((ProtocolContext.Fill) arguments[2]).fill(region);
                        yield new Made(region);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        TableSpec spec = new TableSpec(4, "things", VALUE_BYTES, KEYS, ordered);
        return TableImages.of(
                context, spec, (records, valueBytes) -> new SlotStore(KEYS, most, valueBytes), "wish for less");
    }

    private static TableCopies copies(int node, Placement placement, TableImages images) {
        NodeContext scope = (NodeContext) Proxy.newProxyInstance(
                NodeContext.class.getClassLoader(),
                new Class<?>[] {NodeContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "node" -> node;
                    case "recovery" -> null;
                    case "region" -> ((Made) arguments[1]).content().copy((String) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return new TableCopies(
                scope, placement, images, (region, headerAddress, valueAddress) -> region.getLong(headerAddress));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldHaveOnEachNodeTheCopiesThatThePlacementPutsThere(long seed) {
        Random random = new Random(seed);
        Placement placement = Partitions.random(random);
        Values population = new Values(seed, false);
        TableImages images = images(placement, population, KEYS);
        for (int node = 0; node < NODES; node++) {
            TableCopies copies = copies(node, placement, images);
            long[] versions = random.longs(KEYS, 0, 1_000).toArray();
            for (int partition = 0; partition < placement.partitions(); partition++) {
                boolean here = false;
                for (int copy = 0; copy < COPIES; copy++) {
                    here |= placement.node(partition, copy) == node;
                }
                assertEquals(here, copies.has(partition));
                int of = partition;
                if (here) {
                    Region region = copies.region(partition);
                    assertEquals("table.things." + partition, region.name());
                    for (int key = 0; key < KEYS; key++) {
                        region.putLong(images.store().headerAddress(key), versions[key]);
                    }
                } else {
                    assertThrows(IllegalStateException.class, () -> copies.region(of));
                }
            }
            for (int partition = 0; partition < placement.partitions(); partition++) {
                if (copies.has(partition)) {
                    checkRecords(copies, partition, placement, population, versions);
                }
            }
        }
    }

    private static void checkRecords(
            TableCopies copies, int partition, Placement placement, Values population, long[] versions) {
        TreeMap<Long, Long> expected = new TreeMap<>();
        for (long key = 0; key < KEYS; key++) {
            boolean exists = population.value(key, new byte[VALUE_BYTES]);
            if (exists && placement.partition(4, key) == partition) {
                expected.put(key, key * population.seed());
            }
        }
        TreeMap<Long, Long> seen = new TreeMap<>();
        copies.records(partition, (table, key, version, value, lengthBytes) -> {
            assertEquals(4, table);
            assertEquals(VALUE_BYTES, lengthBytes);
            assertEquals(versions[(int) key], version);
            assertEquals(1 + key, Bytes.getLong(value, 8));
            seen.put(key, Bytes.getLong(value, 0));
        });
        assertEquals(expected, seen, "partition " + partition);
    }

    /**
     * Copies of an ordered table may count two inserts under one header in different orders; a hash table's may not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHoldWhatWasWrittenAlsoUnderAnEarlierVersionIfKeysShareHeaders(boolean ordered) {
        Partitions placement = Partitions.random(new Random(1));
        TableImages images = images(placement, new Values(1, false), KEYS, ordered);
        long key = 5;
        int partition = placement.partition(4, key);
        TableCopies copies = copies(placement.node(partition, 1), placement, images);
        Region region = copies.region(partition);
        Transaction transaction = new Transaction();
        transaction.input().begin(0, NoLogic.NONE);
        int access = transaction.context().insert(4, key);
        transaction.missing(access, 1);
        transaction.context().newValue(access, VALUE_BYTES);
        transaction.context().putLong(access, 0, 77);
        transaction.installed(access, 2);
        assertFalse(copies.holds(partition, transaction, access), "it is not there, or another value");

        long address = images.store().headerAddress(key) + 16;
        images.store().insert(region, key);
        region.putLong(address, 77);
        region.putLong(address + 8, 0);
        version(region, images, key, ordered, 1);
        assertEquals(ordered, copies.holds(partition, transaction, access), "an earlier version");
        assertFalse(copies.holds(partition, update(key), 0), "an update of an earlier version");
        version(region, images, key, ordered, 2);
        assertTrue(copies.holds(partition, update(key), 0));
        assertTrue(copies.holds(partition, transaction, access));
        region.putLong(address, 78);
        assertFalse(copies.holds(partition, transaction, access), "another value");
        version(region, images, key, ordered, 1);
        assertFalse(copies.holds(partition, transaction, access), "another value of an earlier version");
        version(region, images, key, ordered, 3);
        assertTrue(copies.holds(partition, transaction, access), "a later version");
        images.store().delete(region, key);
        assertTrue(copies.holds(partition, transaction, access), "removed by a later version");
        version(region, images, key, ordered, 2);
        assertFalse(copies.holds(partition, transaction, access), "not there, though its version is counted");
    }

    /** One that has written what the insert did, at the same version. */
    private static Transaction update(long key) {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, NoLogic.NONE);
        int access = transaction.context().update(4, key);
        transaction.fetched(access, 1, new byte[VALUE_BYTES], 0, VALUE_BYTES);
        transaction.context().putLong(access, 0, 77);
        transaction.installed(access, 2);
        return transaction;
    }

    private static void version(Region region, TableImages images, long key, boolean ordered, long version) {
        region.putLong(images.store().headerAddress(key), ordered ? LocalHeader.of(version) : version);
    }

    @Test
    void shouldNotShareWhatNodesWrite() {
        Placement placement = Partitions.random(new Random(1));
        TableImages images = images(placement, new Values(1, false), KEYS);
        int primary = placement.node(0, 0);
        int backup = placement.node(0, 1);
        TableCopies one = copies(primary, placement, images);
        one.region(0).putLong(0, 77);
        assertEquals(0, copies(backup, placement, images).region(0).getLong(0));
    }

    @Test
    void shouldRefuseAPopulationThatDoesNotFit() {
        Placement placement = Partitions.random(new Random(1));
        String message = assertThrows(RefusedException.class, () -> images(placement, new Values(1, false), 3))
                .getMessage();
        assertTrue(message.contains("table things has no room") && message.endsWith("wish for less"), message);
        assertThrows(IllegalStateException.class, () -> images(placement, new Values(1, true), KEYS));
    }
}
