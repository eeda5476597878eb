// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InboxTest {
    private record Sent(int kind, Message message, Task task, long attempt) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldHandOutInTheOrderOfArrivalHoweverMuchWaits(long seed) {
        Random random = new Random(seed);
        Inbox inbox = new Inbox(1000);
        ArrayDeque<Sent> model = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            boolean fills = random.nextInt(100) < (i / 2000 % 2 == 0 ? 55 : 45);
            if (fills && model.size() < inbox.slots()) {
                Message message = random.nextBoolean() ? RuntimeAccess.get().message(8) : null;
                Sent sent = new Sent(random.nextInt(4), message, new Idle(), random.nextLong() >> 2);
                assertTrue(inbox.offer(sent.kind, sent.message, sent.task, sent.attempt));
                model.add(sent);
            } else if (!model.isEmpty()) {
                Sent first = model.remove();
                assertEquals(first.kind, inbox.kind(), () -> "seed " + seed);
                assertSame(first.message, inbox.message(), () -> "seed " + seed);
                assertSame(first.task, inbox.task(), () -> "seed " + seed);
                assertEquals(first.attempt, inbox.attempt(), () -> "seed " + seed);
                inbox.free();
            }
            assertEquals(model.size(), inbox.available(), () -> "seed " + seed);
        }
    }

    @Test
    void shouldTakeNoMoreThanWasReserved() {
        Inbox inbox = new Inbox(64);
        for (int i = 0; i < 64; i++) {
            assertTrue(inbox.offer(Arrival.WAKE, null, new Idle(), i));
        }
        assertFalse(inbox.offer(Arrival.WAKE, null, new Idle(), 64));
        assertEquals(0, inbox.attempt());
        inbox.free();
        assertTrue(inbox.offer(Arrival.WAKE, null, new Idle(), 64));
        assertFalse(inbox.offer(Arrival.WAKE, null, new Idle(), 65));
    }

    private static final class Idle extends Task {
        @Override
        protected Next step(Step step) {
            return Next.DONE;
        }
    }
}
