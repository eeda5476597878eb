// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Files of main code stay short enough to be read in one sitting; a class that grows beyond has two reasons to change.
 */
class FileLengthTest {
    private static final Path ROOT = Path.of("../..");
    private static final String MAIN = Path.of("src/main/java").toString();
    private static final int MOST_LINES = 400;
    private static final String LICENCE = "// SPDX-License-Identifier";
    /** Written files of the whole tree are far more than this; were they found no more, nothing would be looked at. */
    private static final int FEWEST_FILES = 500;

    @Test
    void shouldHaveNoLongFiles() throws IOException {
        Map<String, Integer> lengths = lengths(ROOT);
        assertTrue(lengths.size() >= FEWEST_FILES, lengths.size() + " files");
        lengths.values().removeIf(lines -> lines <= MOST_LINES);
        assertEquals(Map.of(), lengths, "files of main code with more lines than " + MOST_LINES);
    }

    /** The lines of each file of main code. */
    private static Map<String, Integer> lengths(Path root) throws IOException {
        Map<String, Integer> lengths = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = root.relativize(folder).getFileName().toString();
                return name.equals("target") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (file.toString().contains(MAIN) && name.endsWith(".java")) {
                    lengths.put(root.relativize(file).toString(), (int) Files.readAllLines(file).stream()
                            .filter(line -> !line.startsWith(LICENCE))
                            .count());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return lengths;
    }
}
