// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestTest {
    private static final int TURNS = 10;
    private static final long TURN_NS = 20_000_000;

    /** What no client waits for goes to and fro for longer than a quiet run is watched. */
    @Test
    void shouldWaitForWhatIsOnItsWayInALiveRun(@TempDir Path root) throws IOException {
        AtomicInteger turns = new AtomicInteger();
        Stage[] ends = new Stage[2];
        StageProgram answer = (step, message) -> {
            spin();
            int turn = turns.incrementAndGet();
            if (turn < TURNS) {
                send(step, ends[turn % 2]);
            }
        };
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            ends[0] = engine.stage(0, 0, StageSpec.named("one"), answer);
            ends[1] = engine.stage(1, 0, StageSpec.named("other"), answer);
            ends[1].add(new Task() {
                @Override
                protected Next step(Step step) {
                    send(step, ends[0]);
                    return Next.DONE;
                }
            });
            engine.start();
            new Rest(liveMix(root), engine, RestTest::clusterOfNone).reach();
            assertEquals(TURNS, turns.get());
        }
    }

    private static void spin() {
        long untilNs = System.nanoTime() + TURN_NS;
        while (System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
    }

    private static void send(Step step, Stage to) {
        step.leave((transit, message) -> transit.deliver(to, message), step.take(64));
    }

    private static Mix liveMix(Path root) throws IOException {
        ToyHome home = new ToyHome(root);
        try (PluginRegistry registry = ToyPlugin.registry(home.serviceJar())) {
            return new MixResolver(new Parts(registry.installed()), home.folders())
                    .resolve(MixRequest.of("ops", List.of("runtime=live")))
                    .mix();
        }
    }

    private static Cluster clusterOfNone() {
        Nemesis none = new Nemesis(Faults.NONE, 1, 2, 2, name -> null);
        return new Cluster(
                null, null, null, List.of(), List.of(), List.of(), null, List.of(), List.of(), List.of(), null, null,
                null, 0, none, null, List.of());
    }
}
