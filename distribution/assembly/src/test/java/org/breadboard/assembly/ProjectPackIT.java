// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.breadboard.assembly.Assembled.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that is packed, moved, and checked by somebody who has nothing but the distribution and the archive. */
class ProjectPackIT {
    private static final Path NEWER_NICS =
            Path.of("../examples/newer-nics").toAbsolutePath().normalize();

    @TempDir
    private Path temp;

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private JsonNode printed(Path results, int status, String... words) throws Exception {
        Outcome outcome = Assembled.run(results, words).with(status);
        assertEquals(List.of(), new OutputSchema().errors(outcome.out()));
        return new ObjectMapper().readTree(outcome.out());
    }

    @Test
    void shouldPackAnExampleAndCheckItElsewhere() throws Exception {
        Path project = temp.resolve("newer-nics");
        copy(NEWER_NICS, project);
        Path results = temp.resolve("results");
        Assembled.run(results, "--project", project.toString(), "study", "nics").with(0);
        Path archive = temp.resolve("newer-nics.zip");
        JsonNode packed = printed(
                results, 0, "project", "pack", project.toString(), "--out", archive.toString(), "--output", "json");
        assertEquals("packed", packed.path("kind").asText());
        Path again = temp.resolve("again.zip");
        Assembled.run(results, "--project", project.toString(), "project", "pack", "--out", again.toString())
                .with(0);
        assertArrayEquals(Files.readAllBytes(archive), Files.readAllBytes(again));

        // Somebody else has the archive, and neither the project nor its results.
        Path moved = Files.createDirectories(temp.resolve("elsewhere")).resolve("artefact.zip");
        Files.move(archive, moved);
        Files.move(project, temp.resolve("gone"));
        Path there = temp.resolve("elsewhere/results");
        JsonNode quick = printed(there, 0, "project", "check", moved.toString(), "--output", "json");
        assertEquals(
                "2 of 2", quick.path("hold") + " of " + quick.path("claims").size());
        for (JsonNode claim : quick.path("claims")) {
            assertEquals("pack", claim.path("source").asText());
            assertEquals(claim.path("packed"), claim.path("measured"));
            assertTrue(claim.path("holds").asBoolean());
        }
        String readme = Files.readString(there.resolve("check/latest/pack/README.md"));
        assertTrue(readme.contains("| nics | 4 | 4 | quick and full | "), readme);
        assertFalse(readme.contains("not measured"), readme);
        assertFalse(readme.contains(temp.toString()), readme);
    }

    /** The plug-in of a pack runs, and no other. */
    @Test
    void shouldRunThePlugInOfThePackAndRefuseAnother() throws Exception {
        Path project = Files.createDirectories(temp.resolve("paper"));
        for (String folder : List.of("mixes", "studies", "claims", "plugins")) {
            Files.createDirectories(project.resolve(folder));
        }
        Files.writeString(project.resolve("breadboard.yaml"), "title: A protocol of ours\n");
        Files.copy(InFelix.NO_WAIT, project.resolve("plugins/no-wait.jar"));
        Files.writeString(project.resolve("mixes/ours.yaml"), """
                extends: fasst-smallbank
                protocol: no-wait
                cluster: {scale: 0.01}
                time: {warmupUs: 20, measureUs: 100}
                """);
        Files.writeString(project.resolve("studies/ours.yaml"), """
                mix: ours
                sweep: {load.contexts: [1, 2]}
                claims:
                  ours-runs: min(points.committedPerSecond) > 0
                  ours-wrong: max(points.committedPerSecond)
                """);
        Files.writeString(project.resolve("claims/ours.csv"), """
                id,quantity,comparator,value,unit,kind
                ours-runs,something commits,trend,yes,,prediction
                ours-wrong,what nobody has measured,=,1,tx/s,prediction
                """);
        Path results = temp.resolve("results");
        Path folder = temp.resolve("packed");
        Assembled.run(results, "project", "pack", project.toString(), "--out", folder.toString())
                .with(2);
        Assembled.run(results, "--project", project.toString(), "project", "pack", "--out", folder.toString())
                .with(0);

        Path there = temp.resolve("elsewhere");
        JsonNode checked = printed(there, 1, "project", "check", folder.toString(), "--output", "json");
        assertEquals("yes", checked.path("claims").get(0).path("verdict").asText());
        assertEquals("no", checked.path("claims").get(1).path("verdict").asText());

        Files.writeString(folder.resolve("plugins/no-wait.jar"), "code of somebody else's");
        Outcome refused =
                Assembled.run(there, "project", "check", folder.toString()).with(2);
        assertTrue(
                refused.err().contains("is not what was packed: plug-in plugins/no-wait.jar has SHA-256"),
                refused.err());
        assertEquals("", refused.out());
    }
}
