// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Json;

/** What a campaign was asked, kept beside its seeds for one that goes on. */
final class Asked {
    private final Map<String, Object> same = new LinkedHashMap<>();

    /** {@code program} is the build and the plug-ins that it is of. */
    Asked(CampaignRequest request, String program) {
        same.put("mixes", request.mixes());
        same.put("protocols", request.protocols());
        same.put("sets", request.sets());
        same.put("nemesis", request.nemesis());
        same.put("every", request.every() == null ? null : request.every().word());
        same.put("guided", request.guided());
        same.put("program", program);
    }

    /** Writes it with the seeds that it asks for. */
    void write(Path file, CampaignRequest request) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(same);
        all.put("first", request.first());
        all.put("seeds", request.seeds());
        all.put("minutes", request.minutes());
        Files.writeString(file, Json.text(all) + "\n");
    }

    /** The request with the seeds that one before asked for; null if that asked for other runs of them. */
    CampaignRequest resumed(Path file, CampaignRequest request) throws IOException {
        JsonNode before = Json.read(file);
        for (Map.Entry<String, JsonNode> each : Json.tree(same).properties()) {
            if (!each.getValue().equals(before.path(each.getKey()))) {
                return null;
            }
        }
        // What is drawn near others follows from all seeds since the first.
        if (request.guided()
                && request.first() != null
                && request.first() != before.path("first").asLong()) {
            return null;
        }
        return request.or(
                before.path("first").asLong(),
                before.path("seeds").asInt(),
                before.path("minutes").asDouble());
    }
}
