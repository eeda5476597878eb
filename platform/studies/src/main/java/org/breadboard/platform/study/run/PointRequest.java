// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.result.Json;

/**
 * What a point's JVM is asked to do, as a file.
 *
 * @param home the distribution's folder
 * @param project the project's folder, or null
 * @param mix a name or a path
 * @param sets {@code key=value} over it
 * @param stretch how many times longer than the mix says it may be measured
 * @param settings what the mix resolves to, by key; of a file what is in it, not where it lies
 * @param program what decides the outcome besides, as {@link org.breadboard.platform.result.RunFiles#program} has it
 * @param folder where its files go
 * @param resultDir where they will be in the end
 * @param kind what its JVM is started with
 * @param timeoutSeconds how long it may take
 */
record PointRequest(
        Path home,
        Path project,
        String mix,
        List<String> sets,
        int stretch,
        Map<String, String> settings,
        String program,
        Path folder,
        String resultDir,
        WorkerKind kind,
        int timeoutSeconds) {
    /** What keys begin with that decide on nodes and their tables. */
    private static final List<String> BEGINNING = List.of("cluster.", "protocol", "workload");

    void write(Path file) throws IOException {
        Files.writeString(file, Json.text(json()));
    }

    /** Writes several into one file. */
    static void writeAll(Path file, List<PointRequest> requests) throws IOException {
        Files.writeString(
                file, Json.text(requests.stream().map(PointRequest::json).toList()));
    }

    private Map<String, Object> json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("home", home.toAbsolutePath().toString());
        map.put("project", project == null ? null : project.toString());
        map.put("mix", mix);
        map.put("sets", sets);
        map.put("stretch", stretch);
        map.put("settings", settings);
        map.put("program", program);
        map.put("folder", folder.toAbsolutePath().toString());
        map.put("resultDir", resultDir);
        map.put("heapMb", kind.heapMb());
        map.put("firstTier", kind.firstTier());
        map.put("live", kind.live());
        map.put("timeoutSeconds", timeoutSeconds);
        return map;
    }

    static PointRequest read(Path file) throws IOException {
        return of(Json.read(file));
    }

    /** Reads a file with several. */
    static List<PointRequest> readAll(Path file) throws IOException {
        List<PointRequest> requests = new ArrayList<>();
        Json.read(file).forEach(each -> requests.add(of(each)));
        return requests;
    }

    private static PointRequest of(JsonNode map) {
        return new PointRequest(
                Path.of(map.path("home").asText()),
                map.hasNonNull("project") ? Path.of(map.path("project").asText()) : null,
                map.path("mix").asText(),
                Json.texts(map.path("sets")),
                map.path("stretch").asInt(1),
                Json.textsByKey(map.path("settings")),
                map.path("program").asText(),
                Path.of(map.path("folder").asText()),
                map.path("resultDir").asText(),
                new WorkerKind(
                        map.path("heapMb").asInt(),
                        map.path("firstTier").asBoolean(),
                        map.path("live").asBoolean()),
                map.path("timeoutSeconds").asInt());
    }

    /**
     * What decides what its tables are filled with, in words: points that differ in load, times or hardware start from
     * the same.
     */
    String beginning() {
        StringBuilder text = new StringBuilder(mix);
        new TreeMap<>(settings).forEach((key, value) -> {
            if (BEGINNING.stream().anyMatch(key::startsWith)) {
                text.append(' ').append(key).append('=').append(value);
            }
        });
        return text.toString();
    }

    /** What is different in a request that was kept, in words, or null if both ask for the same run. */
    String differs(PointRequest kept) {
        if (!program.equals(kept.program)) {
            return "it was made with another build or other plug-ins";
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String was = kept.settings.get(setting.getKey());
            if (!setting.getValue().equals(was)) {
                return setting.getKey() + " was " + (was == null ? "not there" : was) + " and is " + setting.getValue();
            }
        }
        if (stretch != kept.stretch) {
            return "stretch was " + kept.stretch + " and is " + stretch;
        }
        return settings.size() == kept.settings.size() ? null : "it had other keys";
    }
}
