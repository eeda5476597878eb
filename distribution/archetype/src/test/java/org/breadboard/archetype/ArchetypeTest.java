package org.breadboard.archetype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The archetype makes the example: what it would generate for the example's coordinates is the example, which is built
 * and tested in this tree.
 */
class ArchetypeTest {
    private static final Path TEMPLATE = Path.of("src/main/resources/archetype-resources");
    private static final Path EXAMPLE = Path.of("../examples/transfer");
    private static final String PACKAGE = "com.example.transfer";

    @Test
    void shouldGenerateTheExample() throws IOException {
        Map<String, String> generated = new TreeMap<>();
        files(TEMPLATE).forEach((path, text) -> generated.put(placed(path), filled(text)));
        Map<String, String> example = files(EXAMPLE);
        assertEquals(new TreeSet<>(example.keySet()), new TreeSet<>(generated.keySet()), "files");
        example.forEach((path, text) -> assertEquals(text, generated.get(path), path));
    }

    @Test
    void shouldAvoidWhatVelocityWouldTakeForItsOwn() throws IOException {
        files(TEMPLATE).forEach((path, text) -> {
            assertTrue(!text.contains("##"), path + ": Velocity drops what follows ##");
            assertTrue(!text.matches("(?s).*#[a-z].*"), path + ": Velocity may read # and a word as a directive");
        });
    }

    /** Where the descriptor puts a file: sources into the package, but for the module's. */
    private static String placed(String path) {
        return path.endsWith(".java") && !path.endsWith("module-info.java")
                ? path.replace("/java/", "/java/" + PACKAGE.replace('.', '/') + "/")
                : path;
    }

    private static String filled(String text) {
        return text.replace("${package}", PACKAGE)
                .replace("${groupId}", "com.example")
                .replace("${artifactId}", "transfer")
                .replace("${version}", "1.0.0");
    }

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                Path relative = root.relativize(path);
                if (!relative.startsWith("target")) {
                    files.put(relative.toString().replace('\\', '/'), Files.readString(path));
                }
            }
        }
        return files;
    }
}
