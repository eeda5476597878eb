// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Json;

/**
 * A study of a pack, and what it takes. Immutable.
 *
 * @param points how many points it has
 * @param runs how many runs these have with their seeds
 * @param variations how many runs more an assumption of it is varied in; 0 for most studies
 * @param quick whether the quick path runs it
 * @param live whether a point of it runs on real threads, so that its figures depend on the machine
 * @param heapMb the largest heap of a point, in MiB
 * @param settingsSha256 the digest of all that it asks
 * @param took how long it ran before it was packed; null if that was not measured
 */
public record PackedStudy(
        String name,
        int points,
        int runs,
        int variations,
        boolean quick,
        boolean live,
        int heapMb,
        String settingsSha256,
        Took took) {
    /**
     * What a study took.
     *
     * @param seconds all its points together, as many at once as the machine bore
     * @param finishedAt when, as {@code 2026-11-30T21:06:00Z}
     * @param machine what it ran on: {@code cpu}, {@code processors}, {@code maxHeapMb}, {@code os}, {@code name} and
     *     {@code version} of the JVM, as far as they are known
     */
    public record Took(double seconds, String finishedAt, Map<String, String> machine) {
        private Map<String, Object> json() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("seconds", seconds);
            row.put("finishedAt", finishedAt);
            row.put("machine", machine);
            return row;
        }

        private static Took of(JsonNode row) {
            return row.isObject()
                    ? new Took(
                            row.path("seconds").asDouble(),
                            PackManifest.text(row.path("finishedAt")),
                            Json.textsByKey(row.path("machine")))
                    : null;
        }

        /** The machine in a few words. */
        public String where() {
            return machine.getOrDefault("cpu", machine.getOrDefault("os", "a machine that is not known")) + ", "
                    + machine.getOrDefault("processors", "?") + " processors, " + machine.getOrDefault("name", "a JVM")
                    + " " + machine.getOrDefault("version", "");
        }
    }

    /** The same, but the quick path runs it or not. */
    public PackedStudy quick(boolean isQuick) {
        return new PackedStudy(name, points, runs, variations, isQuick, live, heapMb, settingsSha256, took);
    }

    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("study", name);
        row.put("points", points);
        row.put("runs", runs);
        row.put("variations", variations);
        row.put("quick", quick);
        row.put("live", live);
        row.put("heapMb", heapMb);
        row.put("settingsSha256", settingsSha256);
        row.put("took", took == null ? null : took.json());
        return row;
    }

    static PackedStudy of(JsonNode row) {
        return new PackedStudy(
                PackManifest.text(row.path("study")),
                row.path("points").asInt(),
                row.path("runs").asInt(),
                row.path("variations").asInt(),
                row.path("quick").asBoolean(),
                row.path("live").asBoolean(),
                row.path("heapMb").asInt(),
                PackManifest.text(row.path("settingsSha256")),
                Took.of(row.path("took")));
    }
}
