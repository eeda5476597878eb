// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data sheets from what was measured: of a NIC that the model knows it finds what the model has. */
final class CalibrateTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static PluginRegistry registry;

    @TempDir
    static Path results;

    @TempDir
    Path folder;

    private ByteArrayOutputStream out;
    private ByteArrayOutputStream err;

    @BeforeAll
    static void open() {
        System.setProperty("breadboard.results", results.toString());
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(CalibrateTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
        System.clearProperty("breadboard.results");
    }

    @BeforeEach
    void begin() {
        out = new ByteArrayOutputStream();
        err = new ByteArrayOutputStream();
    }

    private Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
    }

    private ExitStatus calibrate(Path file, Path profile, String base) {
        return RootCommand.execute(
                new Board(DIST, registry),
                console(),
                Words.of("calibrate " + file + " --profile " + profile + " --extends " + base
                        + " --device Ours --output json"));
    }

    private Path own(String lines) throws IOException {
        return Files.writeString(folder.resolve("own.csv"), "operation,bytes,metric,value,unit\n" + lines);
    }

    /** What a micro-benchmark measures of Connect-IB: the model's own device is the testbed. */
    private double measured(String threads, String contexts, String bytes, String field) throws IOException {
        List<String> words = Words.of(
                "run rdma-verbs --seed 1 --output json",
                "cluster.nodes=2",
                "cluster.threads=" + threads,
                "load.contexts=" + contexts,
                "protocol.initiators=first",
                "protocol.valueBytes=" + bytes);
        out.reset();
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(new Board(DIST, registry), console(), words),
                err.toString(StandardCharsets.UTF_8));
        JsonNode summary = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        out.reset();
        return field.equals("mean")
                ? summary.path("latencyUs").path("mean").asDouble()
                : summary.path("throughput").path(field).asDouble() / 1e6;
    }

    @Test
    void shouldFindWhatTheModelHasOfANicThatItKnows() throws IOException {
        Path file = Files.writeString(
                folder.resolve("own.csv"),
                "operation,bytes,metric,value,unit,threads,outstanding\n"
                        + "read,32,latency," + measured("1", "1", "32", "mean") + ",us,1,1\n"
                        + "read,32,rate," + measured("1", "48", "32", "committedPerSecond") + ",M/s,1,48\n"
                        + "read,32,rate," + measured("14", "16", "32", "committedPerSecond") + ",M/s,14,16\n"
                        + "read,192,rate," + measured("14", "16", "192", "committedPerSecond") + ",M/s,14,16\n");
        Path profile = folder.resolve("profiles/ours.yaml");
        assertEquals(ExitStatus.DONE, calibrate(file, profile, "connectx5"), err.toString(StandardCharsets.UTF_8));
        assertEquals(List.of(), new OutputSchema().errors(out.toString(StandardCharsets.UTF_8)));
        JsonNode answer = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        for (JsonNode fit : answer.path("fit")) {
            assertEquals(0, fit.path("error").asDouble(), 0.02, fit.toString());
        }
        JsonNode post = null;
        for (JsonNode each : answer.path("parameters")) {
            post = each.path("parameter").asText().equals("cpuPostNs") ? each : post;
        }
        assertEquals(
                29.2, post.path("value").asDouble(), 1.5, "as Connect-IB's sheet has it; doorbell and poll are alike");
        assertTrue(post.path("source").asText().startsWith("own.csv:3: read of 32 B, rate "), post.toString());

        String text = Files.readString(profile);
        assertTrue(text.contains("extends: connectx5\ndevice: \"Ours\"\n"), text);
        assertFalse(text.contains("kind: assumed"), text);
        List<String> run = Words.of("run rdma-verbs --print-config --output json", "hardware.profile=ours");
        Files.writeString(folder.resolve("breadboard.yaml"), "description: a project\n");
        System.setProperty("breadboard.project", folder.toString());
        try {
            out.reset();
            assertEquals(
                    ExitStatus.DONE,
                    RootCommand.execute(new Board(DIST, registry), console(), run),
                    err.toString(StandardCharsets.UTF_8));
            assertTrue(out.toString(StandardCharsets.UTF_8).contains("profile ours"), "the sheet can be used");
        } finally {
            System.clearProperty("breadboard.project");
        }
    }

    @Test
    void shouldOverwriteNothingAndWriteNothingThatTellsNothing() throws IOException {
        Path file = own("read,8192,latency,9,us\n");
        Path profile = folder.resolve("ours.yaml");
        assertEquals(ExitStatus.USER_MISTAKE, calibrate(file, profile, "connectx5"));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("Nothing in these files tells a number of a data sheet"));
        assertFalse(Files.exists(profile));
        Files.writeString(file, "operation,bytes,metric,value,unit\npacket,60,rate,14.2,Mpps\n");
        assertEquals(ExitStatus.DONE, calibrate(file, profile, "intel-82599"), err.toString(StandardCharsets.UTF_8));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(
                said.contains(
                        "takes it once it lies in the folder 'profiles' of the mix's project, or in conf/profiles"),
                said);
        String first = Files.readString(profile);
        assertTrue(first.contains("nicPacketNs: {value: 70.42, kind: derived"), first);
        assertEquals(ExitStatus.USER_MISTAKE, calibrate(file, profile, "intel-82599"));
        assertEquals(first, Files.readString(profile));
    }

    @Test
    void shouldNameTheLineThatNoSheetCanMeet() throws IOException {
        Path file = own("read,32,latency,1000000,ms\n");
        Path profile = folder.resolve("ours.yaml");
        assertEquals(ExitStatus.USER_MISTAKE, calibrate(file, profile, "connectx5"));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(
                said.startsWith("own.csv:2: read of 32 B, latency ") && said.contains("would take a pipelineNs"), said);
        assertFalse(Files.exists(profile));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read,32,latency,0.0000001,ns",
                "read,0.5,latency,2,us",
                "read,1e12,rate,1,M/s",
                "read,32,rate,1,M/s,1000000000,1",
                "read,8192,bandwidth,0.000001,Mb/s"
            })
    void shouldNameTheLineThatIsNoMeasurement(String line) throws IOException {
        Path file = Files.writeString(
                folder.resolve("own.csv"),
                "\uFEFFoperation,bytes,metric,value,unit,threads,outstanding\n" + line
                        + (line.chars().filter(each -> each == ',').count() < 6 ? ",," : "") + "\n");
        Path profile = folder.resolve("ours.yaml");
        ExitStatus status = calibrate(file, profile, "connectx5");
        String said = err.toString(StandardCharsets.UTF_8);
        assertEquals(ExitStatus.USER_MISTAKE, status, said);
        assertTrue(said.contains("own.csv:2") || said.startsWith("Nothing in these files"), said);
        assertFalse(Files.exists(profile));
    }

    @Test
    void shouldDeriveNothingWhereSomethingElseIsTheLimit() throws IOException {
        Path file = own("read,32,rate,80,M/s\nread,32,latency,2,us\n");
        Path profile = folder.resolve("ours.yaml");
        assertEquals(ExitStatus.DONE, calibrate(file, profile, "connectx5"), err.toString(StandardCharsets.UTF_8));
        assertFalse(Files.readString(profile).contains("cpuPostNs"), Files.readString(profile));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("not used: whatever cpuPostNs is, something else"),
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldNameTheProfileThatCannotBeWritten() throws IOException {
        Path file = own("packet,60,rate,14.2,Mpps\n");
        Path profile = file.resolve("ours.yaml");
        assertEquals(ExitStatus.FAILED, calibrate(file, profile, "intel-82599"));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("The profile could not be written to '" + profile + "': "), said);
    }
}
