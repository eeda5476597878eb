// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who debugs a mix sees the same run as its users. */
final class RunMixTest {
    private static final String RESULTS = "breadboard.results";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void setUp() {
        System.setProperty(RESULTS, folder.resolve("results").toString());
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(RESULTS);
    }

    private int run(String... words) {
        return RunMix.run(
                List.of(words),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void shouldRunAShippedMixByNameAndTellItsVerdict() {
        int status = run(
                "fasst-smallbank",
                "--set",
                "cluster.nodes=3",
                "--set",
                "time.warmupUs=50",
                "--set",
                "time.measureUs=200",
                "--set",
                "cluster.scale=0.01");

        assertEquals(0, status, this::printed);
        assertTrue(printed().contains("verdict     Verified"), this::printed);
        assertTrue(printed().contains("3 nodes"), this::printed);
        assertTrue(Files.exists(folder.resolve("results/fasst-smallbank/latest/summary.json")), this::printed);
    }

    @Test
    void shouldRunAMixOfAFile() throws IOException {
        Path mix = folder.resolve("mine.yaml");
        Files.writeString(mix, Files.readString(RunMix.HOME.resolve("mixes/nocc-counter.yaml")));

        assertEquals(0, run(mix.toString(), "--print-config"), this::printed);
        assertTrue(printed().contains("nocc"), this::printed);
    }

    @Test
    void shouldRefuseWhatRunRefuses() {
        assertEquals(2, run("fasst-smalbank"), this::printed);
        assertTrue(printed().contains("did you mean 'fasst-smallbank'"), this::printed);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }
}
