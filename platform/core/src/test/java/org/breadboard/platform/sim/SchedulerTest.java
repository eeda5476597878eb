// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerTest {
    private record Event(long timeNs, int rank, long order, Message message) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldTakeEventsInOrderOfTimeSourceAndSequenceButForThoseThatItForgot(long seed) {
        Random random = new Random(seed);
        int sources = 1 + random.nextInt(200);
        Scheduler scheduler = new Scheduler();
        for (int i = 0; i < sources; i++) {
            assertEquals(i, scheduler.addSource());
        }
        PriorityQueue<Event> model = new PriorityQueue<>(Comparator.comparingLong(Event::timeNs)
                .thenComparingInt(Event::rank)
                .thenComparingLong(Event::order));
        long[] last = new long[sources];
        long order = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(1_000) == 0) {
                int forgotten = random.nextInt(sources);
                scheduler.forget(forgotten);
                model.removeIf(event -> event.rank() == forgotten);
                assertEquals(0, scheduler.pending(forgotten));
            } else if (model.isEmpty() || random.nextInt(100) < 51) {
                int source = random.nextInt(sources);
                last[source] += random.nextInt(5);
                Message message = RuntimeAccess.get().message(8);
                scheduler.schedule(source, last[source], null, message);
                model.add(new Event(last[source], source, order++, message));
            } else {
                assertNext(scheduler, model.poll(), seed);
            }
        }
        while (!model.isEmpty()) {
            assertNext(scheduler, model.poll(), seed);
        }
        assertEquals(Scheduler.NONE, scheduler.nextSource());
    }

    private static void assertNext(Scheduler scheduler, Event expected, long seed) {
        assertEquals(expected.rank(), scheduler.nextSource(), () -> "seed " + seed);
        assertEquals(expected.timeNs(), scheduler.nextTimeNs(), () -> "seed " + seed);
        scheduler.take(expected.rank());
        assertEquals(expected.message(), scheduler.message(), () -> "seed " + seed);
    }

    @Test
    void shouldOrderSimultaneousEventsByRank() {
        Scheduler scheduler = new Scheduler();
        for (int i = 0; i < 4; i++) {
            scheduler.addSource();
        }
        scheduler.rank(new int[] {2, 0, 3, 1});
        for (int i = 0; i < 4; i++) {
            scheduler.schedule(i, 7, null, null);
        }
        scheduler.forget(0);
        List<Integer> taken = new ArrayList<>();
        while (scheduler.nextSource() != Scheduler.NONE) {
            int source = scheduler.nextSource();
            taken.add(source);
            scheduler.take(source);
        }
        assertEquals(List.of(1, 3, 2), taken);
    }
}
