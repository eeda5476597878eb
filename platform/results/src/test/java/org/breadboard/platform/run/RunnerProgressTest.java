// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.run.Runner.Phase;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerProgressTest {
    @Test
    void shouldTellEachPhaseFromItsBeginningToItsEnd(@TempDir Path root) throws IOException {
        ToyHome home = new ToyHome(root);
        Set<Phase> phases = new LinkedHashSet<>();
        List<Double> measured = new ArrayList<>();
        try (PluginRegistry registry = ToyPlugin.registry(home.serviceJar())) {
            ResolvedMix mix = new MixResolver(new Parts(registry.installed()), home.folders())
                    .resolve(MixRequest.of("ops", List.of()));
            new Runner(PluginWatch.PATIENCE)
                    .run(
                            mix.mix(),
                            mix.parts(),
                            null,
                            (phase, share, committed) -> {
                                phases.add(phase);
                                if (phase == Phase.MEASURING) {
                                    measured.add(share);
                                }
                            },
                            () -> false);
        }
        assertEquals(List.of(Phase.values()), List.copyOf(phases));
        assertEquals(measured.stream().sorted().toList(), measured);
        assertTrue(measured.get(0) > 0 && measured.get(0) < 0.2, measured.toString());
        assertEquals(1, measured.get(measured.size() - 1));
    }

    @Test
    void shouldCountNothingThatEndsAfterItWasStopped(@TempDir Path root) throws IOException {
        ToyHome home = new ToyHome(root);
        AtomicBoolean stopped = new AtomicBoolean();
        RunResult result;
        try (PluginRegistry registry = ToyPlugin.registry(home.serviceJar())) {
            ResolvedMix mix = new MixResolver(new Parts(registry.installed()), home.folders())
                    .resolve(MixRequest.of("ops", List.of("load.contexts=16", "time.measureUs=1000000")));
            result = new Runner(PluginWatch.PATIENCE)
                    .run(
                            mix.mix(),
                            mix.parts(),
                            null,
                            (phase, share, committed) ->
                                    stopped.compareAndSet(false, phase == Phase.MEASURING && share > 0.3),
                            stopped::get);
        }
        assertTrue(result.partial());
        long inSlices = result.timeline().slices().stream()
                .mapToLong(Timeline.Slice::allCommitted)
                .sum();
        assertTrue(inSlices > 0);
        assertEquals(inSlices, result.committed());
    }
}
