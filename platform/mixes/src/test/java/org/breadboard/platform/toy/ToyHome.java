// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.files.Folders;

/** A distribution's folder for tests, with a mix {@code ops} that runs in a moment, and a console that remembers. */
public final class ToyHome {
    /** The mix that runs. */
    public static final String OPS = """
            description: operations
            testbed: pair
            protocol: toy-ops
            load: {contexts: 4}
            time: {warmupUs: 20, measureUs: 100}
            """;

    private final Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Cancellation cancellation = new Cancellation();

    /** A home in an empty folder. */
    public ToyHome(Path root) {
        this.root = root;
        file("mixes/ops.yaml", OPS);
        file("mixes/bank.yaml", "testbed: pair\nprotocol: toy-txn\nworkload: toy-bank\n");
        file("testbeds/pair.yaml", "cluster: {nodes: 2, threads: 2, replication: 2}\nhardware.profile: toy-fast\n");
        file("testbeds/trio.yaml", "cluster: {nodes: 3, threads: 1}\nhardware: {profile: toy-slow}\n");
    }

    /** Writes a file, in the home. */
    public Path file(String name, String text) {
        try {
            Path file = home().resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A jar that says that the toy plug-in is a service; its classes are on the class path of tests. */
    public Path serviceJar() throws IOException {
        Path jar = root.resolve("toy.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry("META-INF/services/" + Plugin.class.getName()));
            entries.write(ToyPlugin.class.getName().getBytes(StandardCharsets.UTF_8));
            entries.closeEntry();
        }
        return jar;
    }

    /** The distribution's folder. */
    public Path home() {
        return root.resolve("home");
    }

    /** Where results go. */
    public Path results() {
        return root.resolve("results");
    }

    /** Both. */
    public Folders folders() {
        return new Folders(home(), results());
    }

    /** A console without a terminal. */
    public Console console() {
        return new Console(print(out), print(err), false, 80, false, cancellation);
    }

    /** A console that nobody reads. */
    public static Console silent() {
        PrintStream nowhere = print(OutputStream.nullOutputStream());
        return new Console(nowhere, nowhere, false, 80, false, new Cancellation());
    }

    /** What was printed. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What was complained of. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** How to stop what runs on the console. */
    public Cancellation cancellation() {
        return cancellation;
    }

    private static PrintStream print(OutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    /** The words of a line without quotes, and behind them a {@code --set} for each of these. */
    public static String[] words(String line, String... sets) {
        return Stream.concat(Stream.of(line.split(" ", -1)), Stream.of(sets).flatMap(set -> Stream.of("--set", set)))
                .toArray(String[]::new);
    }
}
