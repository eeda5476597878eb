// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.breadboard.assembly.Assembled.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A shell that is open, and other processes that change the same folder of plug-ins meanwhile. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PluginsOfTwoProcessesIT {
    private static final String RUN = "run fasst-smallbank --set protocol=no-wait --set time.warmupUs=10"
            + " --set time.measureUs=100 --set cluster.scale=0.01 --output csv";

    @TempDir
    private Path temp;

    private Path project;

    @BeforeEach
    void makeAProject() throws IOException {
        project = Files.createDirectories(temp.resolve("project"));
        Files.createDirectories(project.resolve("plugins"));
    }

    /** An open shell that is fed line by line. */
    private final class Shell implements AutoCloseable {
        private static final String DONE = "-- done";

        private final Process process;
        private final Writer in;
        private final BufferedReader out;

        Shell() throws IOException {
            ProcessBuilder builder = new ProcessBuilder(
                            Assembled.HOME.resolve("bin/breadboard").toString(), "--project", project.toString())
                    .redirectErrorStream(true);
            builder.environment()
                    .put("BREADBOARD_OPTS", "-XX:TieredStopAtLevel=1 -Dbreadboard.results=" + temp.resolve("results"));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            process = builder.start();
            in = process.outputWriter(StandardCharsets.UTF_8);
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        /** What a command prints, once it is over; one that fails says so, and the shell goes on. */
        String says(String command) throws IOException {
            in.write("if { " + command + " } { print well } { print failed }; print '" + DONE + "'\n");
            in.flush();
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); !DONE.equals(line); line = out.readLine()) {
                if (line == null) {
                    throw new AssertionError("The shell has ended: " + lines);
                }
                lines.add(line);
            }
            return String.join("\n", lines);
        }

        @Override
        public void close() throws Exception {
            in.close();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        }
    }

    private Assembled.Started start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("--project", project.toString(), "plugin"));
        all.addAll(List.of(words));
        return Assembled.start("", all, Map.of());
    }

    private Outcome plugin(String... words) throws Exception {
        return start(words).outcome();
    }

    private String row(Shell shell, String id) throws IOException {
        return shell.says("plugin list --output csv")
                .lines()
                .filter(line -> line.startsWith(id + ','))
                .findFirst()
                .orElse("");
    }

    private Path jar(String name, SampleJar sample) throws IOException {
        return Files.write(temp.resolve(name), sample.bytes());
    }

    @Test
    void shouldRunInOneShellWhatAnotherProcessHasStarted() throws Exception {
        try (Shell shell = new Shell()) {
            shell.says("plugin install " + InFelix.NO_WAIT.toAbsolutePath());
            String stopped = shell.says("plugin stop no-wait");
            assertTrue(stopped.startsWith("Plug-in 'no-wait' is stopped"), stopped);
            String without = shell.says(RUN);
            assertTrue(without.endsWith("failed"), without);
            plugin("start", "no-wait").with(0);
            String with = shell.says(RUN);
            assertTrue(with.endsWith("well"), with);
            assertTrue(row(shell, "no-wait").startsWith("no-wait,1.0.0,active,"), row(shell, "no-wait"));
        }
    }

    @Test
    void shouldSeeInOneShellWhatOthersStopExchangeAndRemove() throws Exception {
        try (Shell shell = new Shell()) {
            shell.says("plugin install " + jar("mine.jar", SampleJar.sound("1.0.0")));
            plugin("stop", "sample").with(0);
            assertTrue(row(shell, "sample").startsWith("sample,1.0.0,stopped,"), row(shell, "sample"));
            assertTrue(shell.says("list plugins").endsWith("well"));
            plugin("start", "sample").with(0);
            plugin(
                            "update",
                            "sample",
                            jar("newer.jar", SampleJar.sound("1.1.0")).toString())
                    .with(0);
            assertTrue(row(shell, "sample").endsWith(",Sample of version 1.1.0"), row(shell, "sample"));
            plugin("stop", "hw-rdma").with(0);
            String nothing = shell.says("plugin start sample");
            assertTrue(nothing.startsWith("Plug-in 'sample' is not stopped"), nothing);
            assertEquals("Plug-in 'hw-rdma' is started.\nwell", shell.says("plugin start hw-rdma"));
            plugin("remove", "sample").with(0);
            assertEquals("", row(shell, "sample"));
        }
    }

    @Test
    void shouldChangeTheFolderOneAfterAnother() throws Exception {
        SampleJar hangs = new SampleJar("org.hanging", "1.0.0", "hanging", "[0.1,1)")
                .with("Bundle-Activator", SampleActivator.class.getName())
                .with("Import-Package", SampleActivator.NEEDS)
                .thatDoes("does not return");
        Files.createDirectory(temp.resolve("other"));
        Path mine = jar("other/hanging.jar", SampleJar.sound("1.0.0"));
        try (Shell shell = new Shell()) {
            shell.says("plugin list");
            Assembled.Started first = start("install", jar("hanging.jar", hangs).toString());
            Path there = project.resolve("plugins/hanging.jar");
            while (!Files.exists(there) && first.process().isAlive()) {
                Thread.sleep(5);
            }
            String second = shell.says("plugin install " + mine);
            // Else there would be a jar of that name: the first one has taken its own back by now.
            assertTrue(second.startsWith("Plug-in 'sample' 1.0.0 is installed"), second);
            Outcome outcome = first.outcome().with(2);
            assertEquals("hanging.jar is not installed: its activator did not return within 10 s.\n", outcome.err());
            String list = shell.says("plugin list --output csv");
            assertTrue(list.contains("\nsample,1.0.0,active,false,hanging.jar,"), list);
        }
    }
}
