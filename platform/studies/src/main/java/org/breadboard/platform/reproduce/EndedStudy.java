// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.study.claim.ClaimRow;

/**
 * A study that has ended, as it is kept until all of them have.
 *
 * @param result the folder of its result
 * @param whole whether all of its points were verified, and all of its claims computed
 */
public record EndedStudy(String result, boolean whole, List<ClaimRow> claims) {
    static EndedStudy read(Path file) throws IOException {
        JsonNode json = Json.read(file);
        List<ClaimRow> claims = new ArrayList<>();
        json.path("claims").forEach(row -> claims.add(ClaimRow.of(row)));
        return new EndedStudy(json.path("result").asText(), json.path("whole").asBoolean(), claims);
    }

    /** A process that is killed leaves the whole of it, or nothing. */
    void write(Path file) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("result", result);
        json.put("whole", whole);
        json.put("claims", claims.stream().map(ClaimRow::json).toList());
        Path part = Files.writeString(Path.of(file + ".part"), Json.text(json) + "\n");
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
