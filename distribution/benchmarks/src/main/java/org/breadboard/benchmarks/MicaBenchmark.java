// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.util.HashMap;
import java.util.Map;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.proto.fasst.mica.MicaStoreType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Gets and puts of 40 B values in a MICA table; the baseline is a hash map of byte arrays. */
public class MicaBenchmark extends AverageTime {
    private static final int VALUE_BYTES = 40;
    private static final int DRAWN = 1 << 16;

    /** How many records the table holds: in the caches, and beyond. */
    @Param({"10000", "1000000"})
    public int records;

    private final long[] drawn = new long[DRAWN];
    private final byte[] value = new byte[VALUE_BYTES];
    private int next;
    private Region region;
    private Cursor cursor;
    private Map<Long, byte[]> map;

    /** Fills table and map with the same records. */
    @Setup
    public void fill() {
        Store store = MicaStoreType.create(
                records, VALUE_BYTES, MicaStoreType.DEFAULT_SLOTS, MicaStoreType.DEFAULT_OVERFLOW_PERCENT);
        region = new PagedRegion("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        cursor = store.cursor();
        map = new HashMap<>(records * 2);
        for (long key = 0; key < records; key++) {
            region.write(store.insert(region, key), value, 0, VALUE_BYTES);
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
        find();
        region.read(cursor.valueAddress(), value, 0, VALUE_BYTES);
        return value;
    }

    /** Finds a record, overwrites its value and installs a version. */
    @Benchmark
    public long put() {
        find();
        region.write(cursor.valueAddress(), value, 0, VALUE_BYTES);
        long header = cursor.headerAddress();
        region.putLongRelease(header, region.getLong(header) + 2);
        return header;
    }

    /** Baseline of {@link #get}. */
    @Benchmark
    public byte[] getFromHashMap() {
        System.arraycopy(map.get(draw()), 0, value, 0, VALUE_BYTES);
        return value;
    }

    /** Baseline of {@link #put}. */
    @Benchmark
    public byte[] putIntoHashMap() {
        byte[] stored = map.get(draw());
        System.arraycopy(value, 0, stored, 0, VALUE_BYTES);
        return stored;
    }

    private void find() {
        cursor.find(draw());
        if (cursor.load(region) != Cursor.State.FOUND) {
            throw new IllegalStateException("a record is missing");
        }
    }

    private long draw() {
        return drawn[next++ & (DRAWN - 1)];
    }
}
