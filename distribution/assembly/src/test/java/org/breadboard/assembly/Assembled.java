// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Commands of the assembled distribution, each a process of its own that reads nothing. They do without the second
 * compiler, which a short run pays for and does not get back.
 */
final class Assembled {
    static final Path HOME = Path.of("target/breadboard").toAbsolutePath();

    private static final int PATIENCE_S = 300;

    private Assembled() {}

    /** What a command came to. */
    record Outcome(int status, String out, String err) {
        /** This, if it ended so; else what it printed fails the test. */
        Outcome with(int expected) {
            assertEquals(expected, status, out + '\n' + err);
            return this;
        }
    }

    /** A command on its way. */
    record Started(List<String> command, Process process, Path out, Path err) {
        Outcome outcome() throws Exception {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        "did not end within " + PATIENCE_S + " s: " + command + '\n' + Files.readString(err));
            }
            Outcome outcome = new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return outcome;
        }
    }

    /** Runs a command whose results go below that folder. */
    static Outcome run(Path results, String... words) throws Exception {
        return run("-Dbreadboard.results=" + results, List.of(words));
    }

    /** Runs a command with options for Java, apart by blanks. */
    static Outcome run(String options, List<String> words) throws Exception {
        return start(options, words, Map.of()).outcome();
    }

    /** Starts a command with options for Java, apart by blanks, and more in its environment. */
    static Started start(String options, List<String> words, Map<String, String> environment) throws IOException {
        return start(List.of(), options, words, environment);
    }

    /** Starts a command behind words that begin it, such as those of a shell which limits it. */
    static Started start(List<String> begin, String options, List<String> words, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>(begin);
        command.add(HOME.resolve("bin/breadboard").toString());
        command.addAll(words);
        Path out = Files.createTempFile("command", ".out");
        Path err = Files.createTempFile("command", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("BREADBOARD_OPTS", "-XX:TieredStopAtLevel=1 " + options);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return new Started(command, builder.start(), out, err);
    }
}
