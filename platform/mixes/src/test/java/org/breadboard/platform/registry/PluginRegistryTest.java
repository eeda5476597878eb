// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.breadboard.api.Plugin;
import org.junit.jupiter.api.Test;

class PluginRegistryTest {
    /** For plug-ins that answer, on a machine that has other things to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** For plug-ins that never answer. */
    private static final Duration LITTLE_PATIENCE = Duration.ofSeconds(2);

    private final HandFedSource source = new HandFedSource();
    private PluginRegistry registry = opened(PATIENCE);

    private PluginRegistry opened(Duration patience) {
        PluginRegistry opened = new PluginRegistry(patience);
        opened.open(source);
        return opened;
    }

    @Test
    void shouldListWhatAppearsUntilItVanishes() {
        PluginCandidate candidate = candidate("a.jar", () -> new Named("a"));
        assertEquals(List.of(), ids());
        source.listener.appeared(candidate);
        assertEquals(List.of("a"), ids());
        source.listener.vanished(candidate);
        assertEquals(List.of(), ids());
    }

    @Test
    void shouldRefuseASecondPluginWithTheSameIdNamingBoth() {
        source.listener.appeared(candidate("first.jar", () -> new Named("same")));
        source.listener.appeared(candidate("second.jar", () -> new Named("same")));
        assertEquals(
                List.of("first.jar"),
                registry.installed().stream().map(InstalledPlugin::origin).toList());
        String sentence = onlyRefusal();
        assertTrue(sentence.contains("second.jar is left out") && sentence.contains("by first.jar"), sentence);
    }

    @Test
    void shouldMoveTheSecondUpWhenTheFirstGoes() {
        PluginCandidate first = candidate("first.jar", () -> new Named("same"));
        source.listener.appeared(first);
        source.listener.appeared(candidate("second.jar", () -> new Named("same")));
        source.listener.vanished(first);
        assertEquals(
                List.of("second.jar"),
                registry.installed().stream().map(InstalledPlugin::origin).toList());
        assertEquals(List.of(), registry.refusals());
    }

    @Test
    void shouldContainAPluginWhoseConstructorThrows() {
        source.listener.appeared(candidate("bad.jar", () -> {
            throw new IllegalStateException("no licence");
        }));
        source.listener.appeared(candidate("good.jar", () -> new Named("good")));
        assertEquals(List.of("good"), ids());
        assertTrue(onlyRefusal().contains("constructor threw IllegalStateException (no licence)"), onlyRefusal());
        assertFalse(registry.tainted());
    }

    @Test
    void shouldSayThatAPluginWasBuiltAgainstAnotherApi() {
        source.listener.appeared(candidate("old.jar", () -> {
            throw new NoSuchMethodError("Step.await");
        }));
        assertTrue(onlyRefusal().contains("rebuild it against this api"), onlyRefusal());
    }

    @Test
    void shouldAbandonAPluginThatNeverReturnsAndBeTainted() {
        registry = opened(LITTLE_PATIENCE);
        CountDownLatch never = new CountDownLatch(1);
        source.listener.appeared(candidate("stuck.jar", () -> {
            never.await();
            return new Named("stuck");
        }));
        assertEquals(List.of(), ids());
        assertTrue(registry.tainted());
        assertTrue(onlyRefusal().contains("did not return within 2.0 s"), onlyRefusal());
    }

    @Test
    void shouldNameTheMethodThatNeverReturns() {
        registry = opened(LITTLE_PATIENCE);
        source.listener.appeared(candidate("stuck.jar", () -> new Plugin() {
            @Override
            public String id() {
                return "stuck";
            }

            @Override
            @SuppressWarnings("InfiniteRecursion") // it never returns, which is the point
            public String description() {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ignored) {
                    return description();
                }
                return "";
            }
        }));
        assertTrue(onlyRefusal().contains("description() did not return"), onlyRefusal());
    }

    @Test
    void shouldRefuseIdsThatCannotStandInAMix() {
        source.listener.appeared(candidate("odd.jar", () -> new Named("Not An Id")));
        source.listener.appeared(candidate("none.jar", () -> new Named(null)));
        assertEquals(List.of(), ids());
        assertEquals(2, registry.refusals().size());
    }

    @Test
    void shouldTellWatchersOfWhatComesAndGoesUntilTheyLeave() {
        List<String> told = new ArrayList<>();
        PluginCandidate candidate = candidate("a.jar", () -> new Named("a"));
        try (PluginRegistry.Watch watch = registry.watch(change ->
                told.add("+" + change.added().size() + " -" + change.removed().size()))) {
            source.listener.appeared(candidate);
            source.listener.vanished(candidate);
        }
        source.listener.appeared(candidate);
        assertEquals(List.of("+1 -0", "+0 -1"), told);
    }

    @Test
    void shouldKeepSnapshotsAsTheyWere() {
        PluginCandidate candidate = candidate("a.jar", () -> new Named("a"));
        source.listener.appeared(candidate);
        List<InstalledPlugin> snapshot = registry.installed();
        source.listener.vanished(candidate);
        assertEquals(1, snapshot.size());
    }

    private List<String> ids() {
        return registry.installed().stream().map(InstalledPlugin::id).toList();
    }

    private String onlyRefusal() {
        assertEquals(1, registry.refusals().size());
        return registry.refusals().get(0).sentence();
    }

    private static PluginCandidate candidate(String origin, Callable<Plugin> construct) {
        return new PluginCandidate(origin, "1.0.0", Optional.empty(), construct);
    }

    private record Named(String id) implements Plugin {
        @Override
        public String description() {
            return "a plug-in of this test";
        }
    }

    private static final class HandFedSource implements PluginSource {
        private Listener listener;

        @Override
        public void open(Listener toTell) {
            listener = toTell;
        }

        @Override
        public List<Refusal> refusals() {
            return List.of();
        }

        @Override
        public void close() {
            listener = null;
        }
    }
}
