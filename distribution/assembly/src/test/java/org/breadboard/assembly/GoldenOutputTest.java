// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the command line prints and how it exits does not change by accident: each line of {@code golden/commands.txt}
 * is run as a verb alone, and compared with {@code golden/output.txt}. Long output is kept as its digest.
 * {@code .ci/golden} writes the file anew.
 */
final class GoldenOutputTest {
    private static final Path COMMANDS = Path.of("src/test/golden/commands.txt");
    private static final Path OUTPUT = Path.of("src/test/golden/output.txt");
    private static final boolean REWRITE = Boolean.getBoolean("breadboard.golden.rewrite");
    private static final String RESULTS = "breadboard.results";
    private static final String EACH = "@each";

    /** More than that is kept as a digest. */
    private static final int MOST_CHARACTERS = 20_000;

    @TempDir
    private Path results;

    @Test
    void shouldPrintWhatItPrintedBefore() throws IOException {
        System.setProperty(RESULTS, results.toString());
        try {
            compare();
        } finally {
            System.clearProperty(RESULTS);
        }
    }

    private static void compare() throws IOException {
        StringBuilder actual = new StringBuilder();
        for (String command : Files.readAllLines(COMMANDS)) {
            if (!command.isBlank() && !command.startsWith("#")) {
                actual.append(command.contains(EACH) ? each(command) : section(command, run(words(command))));
            }
        }
        if (REWRITE) {
            Files.writeString(OUTPUT, actual);
        }
        Map<String, String> expected = sections(Files.readString(OUTPUT));
        Map<String, String> printed = sections(actual.toString());
        printed.forEach((command, text) -> assertEquals(
                expected.get(command), text, () -> command + ": if that should change, run .ci/golden and say why"));
        assertEquals(expected.keySet(), printed.keySet());
    }

    /** What a command came to. */
    private record Outcome(int status, String out, String err) {}

    private static Outcome run(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = RunMix.verb(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static List<String> words(String command) {
        return List.of(command.split(" ", -1));
    }

    private static String section(String command, Outcome outcome) {
        return "$ " + command + " -> " + outcome.status() + '\n' + kept(outcome.out()) + kept(outcome.err());
    }

    private static String kept(String text) {
        String local = text.replace(RunMix.HOME.toString(), "DIST");
        return local.length() <= MOST_CHARACTERS ? local : digest(local) + '\n';
    }

    /** A line for all that {@code list} lists, none of which may be refused: the digest of what is printed of it. */
    private static String each(String command) {
        StringBuilder lines = new StringBuilder("$ ").append(command).append('\n');
        String csv = run(List.of("list", "--output", "csv")).out();
        for (String row : csv.lines().skip(1).toList()) {
            String[] cells = row.split(",", 3);
            String word = cells[0] + '/' + cells[1];
            Outcome outcome = run(words(command.replace(EACH, word)));
            assertEquals(0, outcome.status(), () -> word + ": " + outcome.err());
            lines.append(word).append(' ').append(digest(kept(outcome.out()))).append('\n');
        }
        return lines.toString();
    }

    private static String digest(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return text.length() + " characters, " + HexFormat.of().formatHex(sum, 0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, String> sections(String text) {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String section : text.split("(?m)^\\$ ", -1)) {
            if (!section.isBlank()) {
                sections.put(section.substring(0, section.indexOf('\n')).replaceAll(" -> \\d$", ""), section);
            }
        }
        return sections;
    }
}
