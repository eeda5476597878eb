// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.study.outcome.PointOutcome;

/**
 * What a finished point leaves in its folder for a study that goes on later: what it was asked, and its outcome. Both
 * are gone once the study is whole.
 */
final class KeptPoint {
    /** The file with what a point is asked. */
    static final String REQUEST = "request.json";

    private static final String OUTCOME = "outcome.json";
    private static final String PART = OUTCOME + ".part";
    /** The files of the folder with their SHA-256, in an outcome. */
    private static final String FILES = "files";

    private static final String LOST = "lost";
    private static final String LOG = "log.txt";

    private KeptPoint() {}

    /**
     * Whether the point in a folder has ended, and all that it wrote is there as it wrote it: one that was killed has
     * not, and what a machine had written when its power failed may be empty.
     */
    static boolean isWhole(Path folder) throws IOException {
        if (!Files.isRegularFile(folder.resolve(OUTCOME)) || !Files.isRegularFile(folder.resolve(REQUEST))) {
            return false;
        }
        JsonNode files;
        try {
            files = Json.read(folder.resolve(OUTCOME)).path(FILES);
        } catch (RefusedException damaged) {
            return false;
        }
        for (Map.Entry<String, JsonNode> file : files.properties()) {
            Path path = folder.resolve(file.getKey());
            if (!Files.isRegularFile(path)
                    || !Digest.sha256(path).equals(file.getValue().asText())) {
                return false;
            }
        }
        return files.has(REQUEST);
    }

    /**
     * Writes what a point yielded, and the digests of what lies beside it. A process that is killed leaves the whole of
     * it or nothing.
     */
    static void write(Path folder, Map<String, Object> outcome) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> beside = Files.list(folder)) {
            for (Path file : beside.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (!Set.of(OUTCOME, PART, LOG).contains(name)) {
                    files.put(name, Digest.sha256(file));
                }
            }
        }
        Map<String, Object> all = new LinkedHashMap<>(outcome);
        all.put(FILES, files);
        Path whole = Files.writeString(folder.resolve(PART), Json.text(all));
        Files.move(whole, folder.resolve(OUTCOME), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes that a point was lost with its JVM, for whoever reads its outcome from the folder. */
    static void writeLost(PointRequest request, String reason) throws IOException {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("row", request.settings());
        outcome.put("failure", reason);
        outcome.put(LOST, true);
        Files.createDirectories(request.folder());
        write(request.folder(), outcome);
    }

    /** Whether the outcome that lies in a folder is a failure. */
    static boolean failed(Path folder) throws IOException {
        return Json.read(folder.resolve(OUTCOME)).path("failure").isTextual();
    }

    /** Whether that failure is not the point's, but that of the JVM that it was lost with. */
    static boolean isLost(Path folder) throws IOException {
        return Json.read(folder.resolve(OUTCOME)).path(LOST).asBoolean();
    }

    /** The outcome that lies in the folder of a job. */
    static PointOutcome outcome(PointJob job, Path folder) throws IOException {
        JsonNode map = Json.read(folder.resolve(OUTCOME));
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> figure : map.path("figures").properties()) {
            figures.put(
                    figure.getKey(),
                    figure.getValue().isNumber() ? figure.getValue().asDouble() : Double.NaN);
        }
        return new PointOutcome(
                job.sweep().name(),
                job.point().parameters(),
                map.path("seed").asLong(job.seed()),
                Json.textsByKey(map.path("row")),
                figures,
                map.path("verified").isNull()
                        ? null
                        : (Boolean) map.path("verified").asBoolean(),
                map.path("failure").textValue());
    }

    /** Leaves only what the result's reader can use. */
    static void tidy(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(REQUEST));
        Files.deleteIfExists(folder.resolve(OUTCOME));
        Path log = folder.resolve(LOG);
        if (Files.exists(log) && Files.size(log) == 0) {
            Files.delete(log);
        }
    }
}
