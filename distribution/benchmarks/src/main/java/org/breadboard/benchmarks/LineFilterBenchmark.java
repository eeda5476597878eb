// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.breadboard.hw.htmbloom.filter.CrcFilter;
import org.breadboard.hw.htmbloom.filter.FilterPool;
import org.breadboard.hw.htmbloom.filter.LineFilter;
import org.breadboard.hw.htmbloom.filter.WriteFilter;
import org.breadboard.platform.runtime.SeededStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * HADES's filters with 20 lines each; the baseline of all is the hash of a line alone. Nothing allocates: run it with
 * {@code -prof gc} to see.
 */
public class LineFilterBenchmark extends AverageTime {
    private static final int LINES = 20;
    private static final int DRAWN = 1 << 12;
    /** The filters of a node's transactions that a committer checks its lines against. */
    private static final int FILTERS = 40;

    private static final long MEMORY_LINES = 1L << 30;

    /** The kind of filter: 1 Kbit hashed by CRC, or 512 bit by CRC and 4 Kbit by LLC index. */
    @Param({"read", "write"})
    public String filter;

    private final long[] drawn = new long[DRAWN];
    private FilterPool pool;
    private int next;
    private int inserted;
    private int filling;

    /** Fills all filters but one. */
    @Setup(Level.Iteration)
    public void fill() {
        SeededStream random = new SeededStream(1, 1);
        LineFilter geometry = filter.equals("read")
                ? new CrcFilter(1024, 2)
                : new WriteFilter(new CrcFilter(512, 2), 4096, new LlcGeometry(4096, 5));
        pool = new FilterPool(geometry, FILTERS + 1);
        for (int i = 0; i < FILTERS; i++) {
            int id = pool.take();
            for (int line = 0; line < LINES; line++) {
                pool.insert(id, random.nextLong(MEMORY_LINES));
            }
        }
        filling = pool.take();
        for (int i = 0; i < DRAWN; i++) {
            drawn[i] = random.nextLong(MEMORY_LINES);
        }
    }

    /** Inserts a line; each 20 lines the filter is released, which clears it, and taken again. */
    @Benchmark
    public int insert() {
        if (++inserted == LINES) {
            inserted = 0;
            pool.release(filling);
            filling = pool.take();
        }
        pool.insert(filling, draw());
        return filling;
    }

    /** Probes a filter for a line that is hardly ever there. */
    @Benchmark
    public boolean probe() {
        return pool.probe(0, draw());
    }

    /** Checks a line against the filters of 40 transactions. */
    @Benchmark
    public int checkAll() {
        return pool.nextMatch(0, draw());
    }

    /** Baseline: the hash alone. */
    @Benchmark
    public int hash() {
        return CacheLine.hash(draw());
    }

    private long draw() {
        return drawn[next++ & (DRAWN - 1)];
    }
}
