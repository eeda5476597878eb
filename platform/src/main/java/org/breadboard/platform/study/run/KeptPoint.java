package org.breadboard.platform.study.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private static final String LOG = "log.txt";

    private KeptPoint() {}

    /** Whether the point in a folder has ended; one that was killed has not. */
    static boolean isWhole(Path folder) {
        return Files.isRegularFile(folder.resolve(OUTCOME)) && Files.isRegularFile(folder.resolve(REQUEST));
    }

    /** Writes what a point yielded. A process that is killed leaves the whole of it or nothing. */
    static void write(Path folder, Map<String, Object> outcome) throws IOException {
        Path whole = Files.writeString(folder.resolve(OUTCOME + ".part"), Json.text(outcome));
        Files.move(whole, folder.resolve(OUTCOME), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes that a point yielded no figures, for whoever reads its outcome from the folder. */
    static void writeFailure(PointRequest request, String reason) throws IOException {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("row", request.settings());
        outcome.put("failure", reason);
        Files.createDirectories(request.folder());
        write(request.folder(), outcome);
    }

    /** Whether the outcome that lies in a folder is a failure. */
    static boolean failed(Path folder) throws IOException {
        return Json.read(folder.resolve(OUTCOME)).path("failure").isTextual();
    }

    /** The outcome that lies in the folder of a job. */
    static PointOutcome outcome(PointJob job, Path folder) throws IOException {
        JsonNode map = Json.read(folder.resolve(OUTCOME));
        Map<String, String> row = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> cell : map.path("row").properties()) {
            row.put(cell.getKey(), cell.getValue().asText());
        }
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
                row,
                figures,
                map.path("verified").isNull()
                        ? null
                        : (Boolean) map.path("verified").asBoolean(),
                map.path("failure").isTextual() ? map.path("failure").asText() : null);
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
