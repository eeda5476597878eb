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
import org.breadboard.platform.toy.ToyHangs;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PluginWatchTest {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private static PluginWatch watch(boolean hurried) {
        return new PluginWatch(List.of(new ToyPlugin()), PATIENCE, () -> hurried);
    }

    @AfterEach
    void release() {
        ToyHangs.release();
    }

    @Test
    void shouldReturnAndThrowWhatTheWorkDoes() throws IOException {
        assertEquals(7, watch(false).call(() -> 7));
        assertThrows(
                IOException.class,
                () -> watch(false).call(() -> {
                    throw new IOException("full");
                }));
        assertThrows(
                StackOverflowError.class,
                () -> watch(false).call(() -> {
                    throw new StackOverflowError();
                }));
    }

    @Test
    void shouldGiveUpAPluginAndNameIt() {
        Hang hang = assertThrows(
                Hang.class,
                () -> watch(false).call(() -> {
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
        long beganNs = System.nanoTime();
        PluginWatch watch = new PluginWatch(List.of(new ToyPlugin()), Duration.ofSeconds(3), () -> true);
        assertThrows(
                Hang.class,
                () -> watch.call(() -> {
                    ToyHangs.forAWhile();
                    return null;
                }));
        assertTrue(System.nanoTime() - beganNs < 2_500_000_000L, "a tenth of 3 s");
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
            assertEquals(1, watch(false).<Integer, Exception>call(platform::get));
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void shouldWaitForAPluginThatGetsOn() {
        long untilNs = System.nanoTime() + 3 * PATIENCE.toNanos();
        assertEquals(1, watch(false).<Integer, RuntimeException>call(() -> {
            while (System.nanoTime() < untilNs) {
                PluginWatch.beat();
                Thread.onSpinWait();
            }
            return 1;
        }));
    }
}
