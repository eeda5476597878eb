package org.breadboard.platform.study.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.result.Json;

/**
 * What a point's JVM is asked to do, as a file.
 *
 * @param home the distribution's folder
 * @param mix a name or a path
 * @param sets {@code key=value} over it
 * @param stretch how many times longer than the mix says it may be measured
 * @param folder where its files go
 * @param resultDir where they will be in the end
 */
record PointRequest(Path home, String mix, List<String> sets, int stretch, Path folder, String resultDir) {
    void write(Path file) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("home", home.toAbsolutePath().toString());
        map.put("mix", mix);
        map.put("sets", sets);
        map.put("stretch", stretch);
        map.put("folder", folder.toAbsolutePath().toString());
        map.put("resultDir", resultDir);
        Files.writeString(file, Json.text(map));
    }

    static PointRequest read(Path file) throws IOException {
        JsonNode map = Json.read(file);
        List<String> sets = new ArrayList<>();
        map.path("sets").forEach(each -> sets.add(each.asText()));
        return new PointRequest(
                Path.of(map.path("home").asText()),
                map.path("mix").asText(),
                sets,
                map.path("stretch").asInt(1),
                Path.of(map.path("folder").asText()),
                map.path("resultDir").asText());
    }
}
