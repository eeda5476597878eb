// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FilterPoolTest {
    private final FilterPool pool = new FilterPool(new CrcFilter(1024, 2), 4);

    @Test
    void shouldRunOutAndRecover() {
        Set<Integer> taken = new TreeSet<>();
        for (int i = 0; i < 4; i++) {
            taken.add(pool.take());
        }
        assertEquals(4, taken.size());
        assertEquals(0, pool.free());
        assertEquals(FilterPool.NONE, pool.take());
        pool.insert(2, 5);
        pool.release(2);
        assertEquals(1, pool.free());
        assertEquals(2, pool.take());
        assertTrue(pool.isEmpty(2), "a filter is taken empty");
    }

    @Test
    void shouldMatchTakenFiltersOnly() {
        int first = pool.take();
        int second = pool.take();
        pool.insert(first, 7);
        pool.insert(second, 7);
        assertEquals(first, pool.nextMatch(0, 7));
        assertEquals(second, pool.nextMatch(first + 1, 7));
        assertEquals(FilterPool.NONE, pool.nextMatch(second + 1, 7));
        pool.release(first);
        assertEquals(second, pool.nextMatch(0, 7));
    }

    @Test
    void shouldThrowOnFiltersThatAreNotTaken() {
        int id = pool.take();
        pool.release(id);
        assertThrows(IllegalStateException.class, () -> pool.release(id));
        assertThrows(IllegalStateException.class, () -> pool.insert(id, 1));
        assertThrows(IllegalStateException.class, () -> pool.probe(FilterPool.NONE, 1));
        assertEquals(4, pool.free());
    }

    @Test
    void shouldNotLoadAFilterOfAnotherGeometry() {
        FilterPool other = new FilterPool(new CrcFilter(512, 2), 1);
        int id = pool.take();
        int original = other.take();
        assertThrows(IllegalArgumentException.class, () -> pool.load(id, other, original));
        assertThrows(IllegalStateException.class, () -> pool.firstSet(id));
    }
}
