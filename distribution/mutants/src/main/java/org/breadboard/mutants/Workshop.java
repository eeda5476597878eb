// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles mutants against the jars of a built distribution, and starts processes in which they come first. */
final class Workshop {
    /** What a process ends with that the kernel killed. */
    private static final int KILLED = 137;

    /** What is found of a process that was given up. */
    static final String ENDLESS = "does not end";

    private final Path home;
    private final Path scratch;
    private final String jars;

    /** With the built distribution in {@code home}; {@code scratch} is made and emptied as needed. */
    Workshop(Path home, Path scratch) throws IOException {
        this.home = home;
        this.scratch = scratch;
        List<String> found = new ArrayList<>();
        // As the launcher has it: what else is in lib is not for verbs.
        Map<String, Integer> depths = Map.of("lib", 1, "bundles", 2);
        for (Map.Entry<String, Integer> folder : depths.entrySet()) {
            try (Stream<Path> files = Files.walk(home.resolve(folder.getKey()), folder.getValue())) {
                files.map(Path::toString).filter(each -> each.endsWith(".jar")).forEach(found::add);
            }
        }
        found.sort(null);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("There is no distribution in " + home + "; build it first.");
        }
        jars = String.join(File.pathSeparator, found);
    }

    /** Compiles a source in the place of the one that the distribution has; what the compiler says, or null. */
    String compile(Mutant mutant, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        Path classes = Files.createDirectories(folder(mutant).resolve("classes"));
        JavaFileObject text =
                new SimpleJavaFileObject(
                        URI.create("string:///" + mutant.file().getFileName()), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignored) {
                        return source;
                    }
                };
        Path module = home.resolve("../../../..").resolve(mutant.module()).normalize();
        String path = jars + File.pathSeparator + module.resolve("target/classes");
        List<String> options =
                List.of("-proc:none", "-nowarn", "--release", "17", "-cp", path, "-d", classes.toString());
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(text))
                .call();
        return compiled ? null : messages.toString();
    }

    /** Runs commands in a process of their own until one fails; the lines of {@link Trial}. */
    List<String> run(Mutant mutant, double seconds, List<String> commands) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Trial.class.getName(), home.toString(), Double.toString(seconds)));
        words.addAll(commands);
        return run(mutant, seconds, List.of(jars), words, commands);
    }

    /** Runs a contract in a process of its own until a test fails; the line of {@link ContractTrial}. */
    List<String> contract(Mutant mutant, double seconds, Contracts.Contract contract)
            throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(List.of(
                contract.module().resolve("target/test-classes").toString(),
                contract.module().resolve("target/classes").toString(),
                jars));
        try (Stream<Path> files = Files.walk(home.resolve("maven"))) {
            // Those of the project are among the distribution's, but for what tests are made with.
            files.map(Path::toString)
                    .filter(each -> each.endsWith(".jar")
                            && (!each.contains("/org/breadboard/") || each.contains("/breadboard-testkit/")))
                    .forEach(path::add);
        }
        return run(
                mutant,
                seconds,
                path,
                List.of(ContractTrial.class.getName(), contract.test()),
                List.of(contract.test()));
    }

    /** Runs campaigns in a process of their own; the lines of {@link CampaignTrial}. */
    List<String> campaigns(Mutant mutant, double seconds, String command, int most, List<String> firsts)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(CampaignTrial.class.getName(), home.toString(), Integer.toString(most), command));
        words.addAll(firsts);
        return run(mutant, seconds, List.of(jars), words, List.of(command));
    }

    private List<String> run(
            Mutant mutant, double seconds, List<String> path, List<String> words, List<String> commands)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(folder(mutant));
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Dbreadboard.home=" + home,
                "-cp",
                String.join(
                        File.pathSeparator,
                        folder.resolve("classes").toString(),
                        String.join(File.pathSeparator, path),
                        Path.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)[0])
                                .toAbsolutePath()
                                .toString())));
        line.addAll(words);
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectOutput(said.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        // A run that does not end is given up after 20 s by itself; a step of a plug-in may take that long again.
        boolean ended = process.waitFor((long) seconds + 120, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        List<String> lines = new ArrayList<>(Files.readAllLines(said));
        if (!ended) {
            String command = commands.get(Math.min(lines.size(), commands.size() - 1));
            lines.add(String.join("\t", Trial.CAUGHT, command, ENDLESS, command));
        } else if (process.exitValue() != 0) {
            boolean starved = starved(process.exitValue(), folder.resolve("errors.txt"));
            String command = commands.get(Math.min(lines.size(), commands.size() - 1));
            lines.add(String.join(
                    "\t",
                    starved ? Trial.REFUSED : Trial.CAUGHT,
                    command,
                    starved ? "the process had too little memory" : "the process died",
                    command));
        }
        return lines;
    }

    /** Whether a process died for want of memory, which tells nothing about the program. */
    private static boolean starved(int status, Path errors) throws IOException {
        String said = Files.readString(errors);
        return status == KILLED || said.contains("OutOfMemoryError") || said.contains("insufficient memory");
    }

    private Path folder(Mutant mutant) {
        return scratch.resolve(mutant.id());
    }

    /** Removes what is left of a mutant. */
    void clear(Mutant mutant) throws IOException {
        if (Files.exists(folder(mutant))) {
            try (Stream<Path> files = Files.walk(folder(mutant))) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
