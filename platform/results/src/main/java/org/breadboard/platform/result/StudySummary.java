// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A study as {@code summary.json} keeps it; no other class knows its keys. Immutable; any thread. */
public final class StudySummary {
    private final JsonNode json;

    private StudySummary(JsonNode json) {
        this.json = json;
    }

    /**
     * A run of a point.
     *
     * @param name of the point
     * @param sweep that it is of
     * @param parameters what distinguishes it within the sweep
     * @param verified null if too little was checked to say
     * @param failure one sentence, or null
     */
    public record Point(
            String name, String sweep, Map<String, String> parameters, long seed, Boolean verified, String failure) {
        private Map<String, Object> json() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("point", name);
            row.put("sweep", sweep);
            row.put("parameters", parameters);
            row.put("seed", seed);
            row.put("verified", verified);
            row.put("failure", failure);
            return row;
        }

        private static Point of(JsonNode row) {
            return new Point(
                    row.path("point").asText(),
                    row.path("sweep").asText(),
                    Json.textsByKey(row.path("parameters")),
                    row.path("seed").asLong(),
                    Json.answer(row.path("verified")),
                    row.path("failure").textValue());
        }
    }

    /** The object of a study; {@code claims} are rows as it prints them. */
    public static Map<String, Object> of(
            String study, boolean partial, List<Map<String, Object>> claims, List<Point> points) {
        Map<String, Object> summary = Json.document("study", Summary.VERSION);
        summary.put("study", study);
        summary.put("partial", partial);
        summary.put("claims", claims);
        summary.put("points", points.stream().map(Point::json).toList());
        return summary;
    }

    /**
     * Reads a study that was kept.
     *
     * @throws org.breadboard.api.RefusedException if it is damaged, or another version of Breadboard wrote it
     */
    public static StudySummary read(Path file) throws IOException {
        return new StudySummary(Summary.tree(file));
    }

    /** All runs of its points, in their order. */
    public List<Point> points() {
        List<Point> points = new ArrayList<>();
        json.path("points").forEach(row -> points.add(Point.of(row)));
        return points;
    }

    /** Its claims, each read from its row. */
    public <C> List<C> claims(Function<JsonNode, C> reader) {
        List<C> claims = new ArrayList<>();
        json.path("claims").forEach(row -> claims.add(reader.apply(row)));
        return claims;
    }
}
