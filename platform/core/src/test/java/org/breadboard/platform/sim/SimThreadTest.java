// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.platform.runtime.Hang;
import org.junit.jupiter.api.Test;

/** Whom the thread of virtual time gives up. */
final class SimThreadTest {
    /** What passes between two looks. */
    private static final long HOUR_NS = 3_600_000_000_000L;

    private static final long LIMIT_NS = 20_000_000_000L;
    private static final int LOOKS = 3;

    private final AtomicLong looks = new AtomicLong();

    @Test
    void shouldAccuseNobodyOfTheTimeInWhichTheProcessWasStopped() {
        CountDownLatch looked = new CountDownLatch(LOOKS);
        try (SimThread thread = new SimThread(LIMIT_NS, () -> {
            looked.countDown();
            return looks.incrementAndGet() * HOUR_NS;
        })) {
            assertEquals(
                    "done",
                    thread.run(
                            () -> {
                                looked.await();
                                return "done";
                            },
                            () -> false,
                            () -> null));
        }
    }

    @Test
    void shouldGiveUpWorkInWhichNothingHappens() {
        CountDownLatch end = new CountDownLatch(1);
        try (SimThread thread = new SimThread(LIMIT_NS, () -> looks.incrementAndGet() * HOUR_NS)) {
            assertThrows(
                    Hang.class,
                    () -> thread.run(
                            () -> {
                                end.await();
                                return null;
                            },
                            () -> true,
                            () -> null));
        } finally {
            end.countDown();
        }
    }
}
