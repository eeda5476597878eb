// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.platform.toy.ToyHangs;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PluginWatchTest {
    /** For plug-ins that hang. */
    private static final Duration PATIENCE = Duration.ofMillis(300);
    /** For work that goes on, on a machine that has other things to do. */
    private static final Duration MUCH_PATIENCE = Duration.ofMinutes(2);

    private static PluginWatch watch(Duration patience) {
        return new PluginWatch(List.of(new ToyPlugin()), patience, () -> false);
    }

    @AfterEach
    void release() {
        ToyHangs.release();
    }

    @Test
    void shouldReturnAndThrowWhatTheWorkDoes() throws IOException {
        assertEquals(7, watch(MUCH_PATIENCE).call(() -> 7));
        assertThrows(
                IOException.class,
                () -> watch(MUCH_PATIENCE).call(() -> {
                    throw new IOException("full");
                }));
        assertThrows(
                StackOverflowError.class,
                () -> watch(MUCH_PATIENCE).call(() -> {
                    throw new StackOverflowError();
                }));
    }

    @Test
    void shouldGiveUpAPluginAndNameIt() {
        Hang hang = assertThrows(
                Hang.class,
                () -> watch(PATIENCE).call(() -> {
                    ToyHangs.forAWhile();
                    return null;
                }));
        assertTrue(
                hang.getMessage().startsWith("Plug-in 'toy' did not return for 0.3 s (" + ToyHangs.class.getName()),
                hang.getMessage());
        assertTrue(
                Tainted.all().stream().anyMatch(tainted -> tainted.where().equals("plug-in 'toy'")),
                "until it returns, figures are not to be trusted");
    }

    @Test
    void shouldLoseItsPatienceSoonerIfTheUserWantsToStop() {
        PluginWatch watch = new PluginWatch(List.of(new ToyPlugin()), Duration.ofSeconds(3), () -> true);
        Hang hang = assertThrows(
                Hang.class,
                () -> watch.call(() -> {
                    ToyHangs.forAWhile();
                    return null;
                }));
        assertTrue(hang.getMessage().contains("did not return for 0.3 s"), hang.getMessage());
    }

    @Test
    void shouldWaitForThePlatformHoweverLongItTakes() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            // The classes of tests are in one place with the toy plug-in; those of the JDK are not.
            Future<Integer> platform = executor.submit(() -> {
                Thread.sleep(PATIENCE.toMillis() * 2);
                return 1;
            });
            assertEquals(1, watch(PATIENCE).<Integer, Exception>call(platform::get));
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void shouldWaitForAPluginThatGetsOn() {
        // Three times as long as it would be waited for a plug-in without a beat; there is one between any two looks.
        int enough = (int) (3 * PATIENCE.toMillis() / PluginWatch.LOOK_MS);
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        PluginWatch watch = new PluginWatch(List.of(new ToyPlugin()), PATIENCE, () -> false, () -> {
            int look = looks.incrementAndGet();
            while (answered.get() < look) {
                Thread.onSpinWait();
            }
        });
        assertEquals(1, watch.<Integer, RuntimeException>call(() -> {
            while (answered.get() < enough) {
                int look = looks.get();
                PluginWatch.beat();
                answered.set(look);
            }
            return 1;
        }));
    }
}
