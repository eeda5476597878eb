// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.util.HashMap;
import java.util.Map;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.proto.xenic.store.Placements;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Lookups and replacements in a Robin Hood table at 90% occupancy with values of 64 B; the baseline is the JDK's map of
 * byte arrays. A replacement deletes one record and inserts another, so that the occupancy stays.
 */
public class RobinHoodBenchmark extends AverageTime {
    private static final int VALUE_BYTES = 64;
    private static final int DRAWN = 1 << 16;

    /** How many records the table holds: in the caches, and beyond. */
    @Param({"10000", "1000000"})
    public int records;

    private final long[] drawn = new long[DRAWN];
    private final byte[] value = new byte[VALUE_BYTES];
    private int next;
    private long oldest;
    private RobinHoodStore store;
    private Region region;
    private Cursor cursor;
    private Map<Long, byte[]> map;

    /** Fills table and maps with the same records. */
    @Setup
    public void fill() {
        store = RobinHoodStoreType.create(records, VALUE_BYTES);
        region = new PagedRegion("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        cursor = store.cursor();
        map = new HashMap<>(records * 2);
        for (long key = 0; key < records; key++) {
            insertNew(key);
            map.put(key, value.clone());
        }
        SeededStream random = new SeededStream(1, 1);
        for (int i = 0; i < DRAWN; i++) {
            drawn[i] = random.nextInt(records);
        }
    }

    /** Finds a record and copies its value. */
    @Benchmark
    public byte[] get() {
        cursor.find(draw());
        if (cursor.load(region) != Cursor.State.FOUND) {
            throw new IllegalStateException("a record is missing");
        }
        region.read(cursor.valueAddress(), value, 0, VALUE_BYTES);
        return value;
    }

    /** Deletes the oldest record and inserts a new one, at 90% occupancy all the time. */
    @Benchmark
    public long insert() {
        if (!store.delete(region, oldest)) {
            throw new IllegalStateException("a record is missing");
        }
        insertNew(oldest + records);
        return oldest++;
    }

    /** Baseline of {@link #get}. */
    @Benchmark
    public byte[] getFromHashMap() {
        System.arraycopy(map.get(draw()), 0, value, 0, VALUE_BYTES);
        return value;
    }

    /** Baseline of {@link #insert}; the array of the old record serves the new one. */
    @Benchmark
    public long insertIntoHashMap() {
        byte[] stored = map.remove(oldest);
        System.arraycopy(value, 0, stored, 0, VALUE_BYTES);
        map.put(oldest + records, stored);
        return oldest++;
    }

    private void insertNew(long key) {
        if (store.insert(region, key, 1, value, 0, Placements.NONE) < 0) {
            throw new IllegalStateException("the table is full");
        }
    }

    private long draw() {
        return drawn[next++ & (DRAWN - 1)];
    }
}
