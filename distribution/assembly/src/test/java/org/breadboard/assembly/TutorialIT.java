package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial against the assembled distribution. */
final class TutorialIT {
    private static final Path SCRIPT =
            Path.of("target", "breadboard", "bin", "breadboard").toAbsolutePath();

    @TempDir
    private Path temp;

    @Test
    void shouldRunAllSteps() throws Exception {
        assertEquals(0, breadboard("tutorial", "--yes"), () -> printed("err"));
        String out = printed("out");
        assertTrue(out.contains("Step 1 of 9:") && out.contains("Step 9 of 9:"), out);
        assertTrue(out.contains("Violated") && out.endsWith("the documentation is in docs/.\n"), out);
    }

    @Test
    void shouldRefuseAStepThatThereIsNot() throws Exception {
        assertEquals(2, breadboard("tutorial", "10"));
        assertTrue(printed("err").startsWith("'10' is no step: they go from 1 to 9;"), printed("err"));
    }

    private int breadboard(String... words) throws Exception {
        String[] command = new String[words.length + 1];
        command[0] = SCRIPT.toString();
        System.arraycopy(words, 0, command, 1, words.length);
        Process process = new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectOutput(temp.resolve("out").toFile())
                .redirectError(temp.resolve("err").toFile())
                .start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the tutorial goes on for too long");
        return process.exitValue();
    }

    private String printed(String stream) {
        try {
            return Files.readString(temp.resolve(stream));
        } catch (java.io.IOException gone) {
            throw new java.io.UncheckedIOException(gone);
        }
    }
}
