// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a stage is twice as fast is the same as that each of its costs is half, in data sheets and protocols. */
final class WhatIfTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final List<String> SMALL =
            List.of("cluster.nodes=3", "cluster.threads=4", "cluster.scale=0.02", "time.measureUs=300");
    private static final List<String> HOST_COSTS = List.of(
            "hardware.cpuPostNs",
            "hardware.cpuDoorbellNs",
            "hardware.cpuPollNs",
            "hardware.cpuReceiveNs",
            "hardware.cpuReceiveHeadNs",
            "protocol.switchNs",
            "protocol.messageNs",
            "protocol.entryNs",
            "protocol.memoryNs",
            "protocol.cachedNs",
            "workload.roundNs");

    private static PluginRegistry registry;

    @TempDir
    static Path results;

    @BeforeAll
    static void open() {
        System.setProperty("breadboard.results", results.toString());
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(WhatIfTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
        System.clearProperty("breadboard.results");
    }

    /** What a run of the mix printed, in so far as it depends on the seed alone, and its history. */
    private static List<String> run(List<String> sets) throws IOException {
        List<String> all = new ArrayList<>(SMALL);
        all.addAll(sets);
        JsonNode summary = new ObjectMapper().readTree(printed(all, false));
        Path history = results.resolve("fasst-smallbank/latest/history");
        return List.of(
                summary.path("throughput").toString(),
                summary.path("latencyUs").toString(),
                HexFormat.of().formatHex(Files.readAllBytes(history)));
    }

    private static String printed(List<String> sets, boolean config) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
        String line = "run fasst-smallbank --seed 3 --output json" + (config ? " --print-config" : "");
        ExitStatus status = RootCommand.execute(new Board(DIST, registry), console, Words.of(line, sets));
        assertEquals(ExitStatus.DONE, status, () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> halved() throws IOException {
        JsonNode config = new ObjectMapper().readTree(printed(List.of(), true)).path("settings");
        return HOST_COSTS.stream()
                .map(key -> key + "=" + config.path(key).path("value").asDouble() / 2)
                .toList();
    }

    @Test
    void shouldEqualADataSheetOfHalfTheCosts() throws IOException {
        List<String> faster = run(List.of("whatif.speeds=host=2"));
        assertEquals(run(halved()), faster);
        assertNotEquals(run(List.of()), faster);
    }

    @Test
    void shouldChangeNothingWhereNothingIsFaster() throws IOException {
        assertEquals(run(List.of()), run(List.of("whatif.speeds=host=1, nic.engine=1, travel=1")));
    }
}
