// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guide to plug-ins, followed word by word, and the archetypes that it does not use: from the archive, without the
 * source tree. What Maven takes from the archive goes to a repository of the test's own; its plug-ins are shared.
 */
class PluginGuideIT {
    private static final Path GUIDE = Path.of("../../docs/users/plugin-guide.md");
    private static final Path WORK = Path.of("target", "guide").toAbsolutePath();
    private static final Path REPOSITORY = WORK.resolve("repository");
    private static final int PATIENCE_S = 600;

    /**
     * What the JVMs of nested tests are told. The examples that archetypes are made of were tested with all seeds when
     * they were built; here is to be seen that a project outside of the build has tests that run, and a working jar.
     */
    private static final String OF_TESTS =
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dbreadboard.seeds=1 -Dbreadboard.liveThreads=one";

    /** MAVEN_OPTS is a list of words, and the repository may lie in a folder with a blank in its name. */
    @TempDir
    static Path temp;

    private Path folder = WORK;

    @BeforeAll
    static void unpack() throws Exception {
        run(Path.of(""), "rm -rf '" + WORK + "'");
        Files.createDirectories(WORK);
        try (Stream<Path> files = Files.list(WORK.getParent())) {
            Path archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no archive in " + WORK.getParent()));
            Files.createSymbolicLink(WORK.resolve(archive.getFileName()), archive);
        }
        share(Path.of(System.getProperty("breadboard.localRepository")), REPOSITORY, List.of("org", "com"));
        Files.createSymbolicLink(temp.resolve(REPOSITORY.getFileName()), REPOSITORY);
        Files.writeString(temp.resolve("of-tests"), OF_TESTS);
    }

    /** Links to what a repository of Maven's holds, but for what the archive and its plug-ins bring. */
    private static void share(Path from, Path to, List<String> opened) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (opened.contains(name)) {
                    share(entry, to.resolve(name), List.of());
                } else if (!List.of("breadboard", "example").contains(name)) {
                    Files.createSymbolicLink(to.resolve(name), entry);
                }
            }
        }
    }

    @Test
    void shouldEndInAVerifiedRun() throws Exception {
        int blocks = 0;
        List<String> lines = Files.readAllLines(GUIDE);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                String kind = lines.get(i).substring(3);
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                follow(kind, lines.subList(i + 1, end));
                blocks++;
                i = end;
            }
        }
        assertTrue(blocks > 5, blocks + " blocks in " + GUIDE);
    }

    private void follow(String kind, List<String> block) throws Exception {
        switch (kind) {
            case "sh" -> folder = run(folder, String.join("\n", block));
            case "java" -> {
                assertTrue(block.get(0).startsWith("// "), "a block of Java begins with its file: " + block.get(0));
                Files.write(folder.resolve(block.get(0).substring(3)), block.subList(1, block.size()));
            }
            case "diff" -> run(folder, "patch -p1 --fuzz=0 <<'END'\n" + String.join("\n", block) + "\nEND");
            default -> throw new AssertionError("nobody knows how to follow a block of " + kind);
        }
    }

    /**
     * A project of each of the other kinds, built and tested by one Maven, and one that begins as another example; run
     * with all jars dropped in.
     */
    @Test
    void shouldMakeAPluginOfEachOtherKindThatRuns() throws Exception {
        Path home = WORK.resolve("others");
        Files.createDirectories(home);
        run(
                home,
                """
                tar xzf ../breadboard-*.tar.gz
                breadboard-*/bin/new-plugin workload it-load org.it
                breadboard-*/bin/new-plugin hardware it-nic org.it
                breadboard-*/bin/new-plugin switch-program it-gate org.it
                breadboard-*/bin/new-plugin verb it-steps org.it
                breadboard-*/bin/new-plugin snapshot it-versions org.it
                cat > pom.xml <<'END'
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.it</groupId>
                  <artifactId>all</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <modules>
                    <module>it-load</module>
                    <module>it-nic</module>
                    <module>it-gate</module>
                    <module>it-steps</module>
                    <module>it-versions</module>
                  </modules>
                </project>
                END
                mvn -q verify -pl '!it-versions'
                mvn -q package -DskipTests -pl it-versions
                PATH=${JAVA_HOME:-/usr}/bin:$PATH
                jar --describe-module --file it-nic/target/it-nic-1.0.0.jar | grep -qx 'exports org.it.itnic.backlog'
                jar xf it-nic/target/it-nic-1.0.0.jar META-INF/MANIFEST.MF
                tr -d '\\r' < META-INF/MANIFEST.MF | sed -z 's/\\n //g' > manifest
                grep -q '^Export-Package: org.it.itnic.backlog;version="1.0.0"' manifest
                test -z "$(grep -riE 'plain-?nic|thinning|ladder|transfer' it-*/src it-*/pom.xml it-*/README.md)"
                cp it-*/target/it-*-1.0.0.jar breadboard-*/plugins/
                breadboard-*/bin/breadboard -c 'run fasst-smallbank --set workload=it-load SHORT
                    run fasst-smallbank --set hardware.profile=it-nic-25g SHORT
                    run nocc-counter --set protocol=occ --set switch=it-gate
                    run fasst-contended --set protocol=it-versions --set time.measureUs=1000' > runs
                test $(grep -c '^verdict *Verified' runs) = 4
                grep -q 'Verified: snapshot isolation' runs
                grep -rq '"it-nic.delivered" : [1-9]' results
                breadboard-*/bin/breadboard it-steps fasst-smallbank --most 1 --output csv SHORT > steps
                test $(wc -l < steps) = 2
                """.replace(
                                "SHORT",
                                "--set time.warmupUs=50 --set time.measureUs=300 --set cluster.nodes=3 --set cluster.scale=0.02"));
    }

    @Test
    void shouldRefuseWhatItCannotMake() throws Exception {
        String script = "target/breadboard/bin/new-plugin";
        run(Path.of(""), """
                refused() { ! "%s" "${@:2}" 2>err || exit 1; grep -qF "$1" err || { cat err; exit 1; }; rm err; }
                refused "'store' is not a kind of plug-in" store mine
                refused "'My-Load' is not a name" workload My-Load
                refused "'9a' is not a group" workload mine 9a
                refused "'switch' is a word of Java's" workload switch
                refused "There is 'target' here already" workload target
                refused "'sequencer' would have a class Sequencer, and 'calvin' has one of its own" calvin sequencer
                refused "'lock-server' would have a class LockServer" protocol lock-server
                refused "Usage: new-plugin KIND NAME" workload
                """.formatted(script));
    }

    /** Runs a script, which ends at the first command that fails; returns the folder that it ends in. */
    private static Path run(Path folder, String script) throws Exception {
        Path out = Files.createTempFile("guide", ".out");
        Path end = Files.createTempFile("guide", ".pwd");
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script + "\npwd > " + end)
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.put(
                "MAVEN_OPTS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -DargLine=@" + temp.resolve("of-tests")
                        + " -Dmaven.repo.local=" + temp.resolve(REPOSITORY.getFileName()));
        environment.put("BREADBOARD_OPTS", "-XX:TieredStopAtLevel=1");
        environment.put("PATH", System.getProperty("breadboard.maven") + "/bin:" + environment.get("PATH"));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("not done in " + PATIENCE_S + " s: " + script + "\n" + Files.readString(out));
        }
        assertEquals(0, process.exitValue(), () -> script + "\n" + read(out));
        Path ended = Path.of(Files.readString(end).strip());
        Files.delete(out);
        Files.delete(end);
        return ended;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
