// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Provenance;

/**
 * A CSV that grows by what {@code bench --commands} measures: how fast which build was on which machine. One thread.
 */
final class SpeedHistory {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final List<String> COLUMNS = List.of(
            "at", "machine", "processors", "jvm", "commit", "command", "measure", "calls", "median", "least", "most");

    private final Path file;
    private final Csv rows = new Csv();
    private final String at = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

    /** The file is made when the first row is kept; one that has other columns is refused. */
    SpeedHistory(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            try (Stream<String> lines = Files.lines(file)) {
                String header = lines.findFirst().orElse("");
                if (!header.equals(String.join(",", COLUMNS))) {
                    throw new RefusedException("'" + file + "' is no history of speed: its first line is not '"
                            + String.join(",", COLUMNS) + "'; name a new file.");
                }
            }
        }
    }

    /**
     * One measure of a command of one build.
     *
     * @param spread median, least and most
     */
    void add(Path home, String command, String measure, int calls, List<Object> spread) throws IOException {
        Map<String, Object> jvm = Provenance.jvm();
        List<Object> cells = List.of(
                at,
                machine(),
                jvm.get("processors"),
                jvm.get("version"),
                commit(home),
                command,
                measure,
                calls,
                spread.get(0),
                spread.get(1),
                spread.get(2));
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            row.put(COLUMNS.get(i), cells.get(i).toString());
        }
        rows.add(row);
    }

    /** Appends the rows to the file. */
    void keep() throws IOException {
        String before = Files.exists(file) ? Files.readString(file) : "";
        String text = rows.text();
        Files.writeString(file, before.isEmpty() ? text : before + text.substring(text.indexOf('\n') + 1));
    }

    private static String commit(Path home) throws IOException {
        String commit = Provenance.commit(home);
        return commit == null ? "unknown" : commit;
    }

    private static String machine() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }
}
