// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.breadboard.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

/** What holds for every geometry, tried on many; the seed of a failure is in its message. */
class FilterPropertiesTest {
    private static final int CASES = 2_000;

    @Test
    void shouldNeverMissALineThatWasInserted() {
        tryMany(random -> {
            FilterPool pool = new FilterPool(Geometries.any(random), 3);
            int id = takeAnyOf(pool, random);
            long[] lines = Geometries.lines(random);
            for (long line : lines) {
                pool.insert(id, line);
            }
            for (long line : lines) {
                assertTrue(pool.probe(id, line), "line " + line);
                assertEquals(id, pool.nextMatch(0, line));
            }
        });
    }

    @Test
    void shouldBeEmptyOnceCleared() {
        tryMany(random -> {
            FilterPool pool = new FilterPool(Geometries.any(random), 3);
            int id = pool.take();
            int neighbour = pool.take();
            long[] lines = Geometries.lines(random);
            for (long line : lines) {
                pool.insert(id, line);
                pool.insert(neighbour, line);
            }
            assertFalse(pool.isEmpty(id));
            pool.clear(id);
            assertTrue(pool.isEmpty(id));
            for (long line : lines) {
                assertFalse(pool.probe(id, line), "line " + line);
                assertTrue(pool.probe(neighbour, line), "line " + line + " of another filter");
            }
            assertFalse(pool.intersects(id, neighbour));
        });
    }

    @Test
    void shouldNeverMissACommonLine() {
        tryMany(random -> {
            FilterPool pool = new FilterPool(Geometries.any(random), 2);
            int id = pool.take();
            int other = pool.take();
            long[] lines = Geometries.lines(random);
            for (long line : lines) {
                pool.insert(id, line);
            }
            for (long line : Geometries.lines(random)) {
                pool.insert(other, line);
            }
            pool.insert(other, lines[random.nextInt(lines.length)]);
            assertTrue(pool.intersects(id, other));
            assertTrue(pool.intersects(other, id));
        });
    }

    @Test
    void shouldTellMostPairsOfFiltersWithoutACommonLineApart() {
        SplittableRandom random = new SplittableRandom(4);
        WriteFilter write = new WriteFilter(new CrcFilter(512, 2), 4096, Geometries.LLC);
        int apart = 0;
        for (int i = 0; i < CASES; i++) {
            FilterPool pool = new FilterPool(write, 2);
            int id = pool.take();
            int other = pool.take();
            for (int line = 0; line < 5; line++) {
                pool.insert(id, random.nextLong() >>> 34);
                pool.insert(other, random.nextLong() >>> 34);
            }
            apart += pool.intersects(id, other) ? 0 : 1;
        }
        assertTrue(apart > 0.99 * CASES, apart + " of " + CASES);
    }

    @Test
    void shouldFindTheSetOfEveryLineOnceAndNoOthers() {
        tryMany(random -> {
            WriteFilter write = Geometries.write(random);
            FilterPool pool = new FilterPool(write, 3);
            int id = takeAnyOf(pool, random);
            assertEquals(-1, pool.firstSet(id));
            boolean[] named = new boolean[write.llc().sets()];
            long[] lines = Geometries.lines(random);
            for (long line : lines) {
                pool.insert(id, line);
            }
            int count = 0;
            for (int set = pool.firstSet(id); set >= 0; set = pool.nextSet(id, set)) {
                assertFalse(named[set], "set " + set + " is named twice");
                named[set] = true;
                count++;
            }
            for (long line : lines) {
                assertTrue(named[write.llc().indexOf(line)], "the set of line " + line);
            }
            assertTrue(count <= lines.length * (write.llc().sets() / write.indexBits() + 1), count + " sets");
        });
    }

    @Test
    void shouldEqualTheFilterThatWasLoaded() {
        tryMany(random -> {
            LineFilter filter = Geometries.any(random);
            FilterPool transactions = new FilterPool(filter, 3);
            FilterPool locks = new FilterPool(filter, 2);
            int id = takeAnyOf(transactions, random);
            int lock = takeAnyOf(locks, random);
            locks.insert(lock, random.nextLong());
            long[] lines = Geometries.lines(random);
            for (long line : lines) {
                transactions.insert(id, line);
            }
            locks.load(lock, transactions, id);
            for (int i = 0; i < 100; i++) {
                long line = i < lines.length ? lines[i] : random.nextLong();
                assertEquals(transactions.probe(id, line), locks.probe(lock, line));
            }
        });
    }

    @Test
    void shouldNotAllocate() {
        FilterPool pool = new FilterPool(new WriteFilter(new CrcFilter(512, 2), 4096, Geometries.LLC), 4);
        FilterPool reads = new FilterPool(new CrcFilter(1024, 2), 40);
        reads.take();
        int kept = pool.take();
        long[] line = new long[1];
        AllocationMeter.assertNone("filters", () -> {
            int id = pool.take();
            pool.insert(id, line[0] += 77);
            int read = reads.take();
            reads.insert(read, line[0]);
            if (!pool.probe(id, line[0]) || pool.firstSet(id) < 0 || reads.nextMatch(0, line[0]) == FilterPool.NONE) {
                throw new AssertionError("line " + line[0]);
            }
            pool.load(kept, pool, id);
            if (!pool.intersects(kept, id)) {
                throw new AssertionError("line " + line[0]);
            }
            pool.release(id);
            reads.release(read);
        });
    }

    /** A filter that is not always the first of the array. */
    private static int takeAnyOf(FilterPool pool, SplittableRandom random) {
        int id = pool.take();
        for (int more = random.nextInt(pool.size()); more > 0; more--) {
            id = pool.take();
        }
        return id;
    }

    private static void tryMany(Consumer<SplittableRandom> property) {
        for (long seed = 0; seed < CASES; seed++) {
            try {
                property.accept(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
