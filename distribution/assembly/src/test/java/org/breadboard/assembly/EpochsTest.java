// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.verbs.Experiment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was sent before a configuration ended meets the next one, whichever protocol runs. */
final class EpochsTest {
    private static final int SEEDS = 6;

    private static PluginRegistry registry;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(EpochsTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    @Test
    void shouldRefuseWhatFasstHadSent() {
        assertTrue(late("fasst-contended") > 0, "nothing was late");
    }

    @Test
    void shouldRefuseWhatXenicHadSent() {
        assertTrue(late("xenic-contended") > 0, "nothing was late");
    }

    /** How many packets were late in runs in which members are told of a configuration as fast as packets travel. */
    private long late(String mix) {
        long late = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            List<String> sets = new ArrayList<>(List.of(
                    "cluster.nodes=3",
                    "cluster.replication=3",
                    "faults.nemesis=crash,delay",
                    "faults.controlUs=0.5",
                    "time.warmupUs=50",
                    "time.measureUs=4000",
                    "explore=true",
                    "seed=" + seed));
            MixRequest request = MixRequest.of(mix, sets);
            Experiment experiment = new Experiment(
                    registry.installed(),
                    new Folders(Path.of("src/main/dist"), folder),
                    Duration.ofSeconds(60),
                    () -> false);
            RunResult result = experiment.once(
                    experiment.resolve(request), folder.resolve("history"), (phase, share, committed) -> {});
            assertNull(result.failure(), request::toString);
            assertTrue(result.verified(), request::toString);
            late += result.counters().get("recovery.latePackets");
        }
        return late;
    }
}
