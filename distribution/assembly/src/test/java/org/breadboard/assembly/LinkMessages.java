// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Messages on links: when the first bit of each is there, and how many bytes it is. */
final class LinkMessages {
    /** By link in one direction and message. */
    private final Map<String, Seen> messages = new TreeMap<>();

    private record Seen(long atNs, long bytes) {
        Seen and(Seen other) {
            return new Seen(Math.min(atNs, other.atNs), bytes + other.bytes);
        }
    }

    /** A message, or a packet of one. */
    void add(String link, int message, long atNs, long bytes) {
        messages.merge(link + ", message " + message, new Seen(atNs, bytes), Seen::and);
    }

    /** Those of a trace for Perfetto. */
    static LinkMessages ofTrace(Path file) throws IOException {
        JsonNode events = new ObjectMapper().readTree(file.toFile()).path("traceEvents");
        Map<Integer, String> processes = new HashMap<>();
        Map<String, String> threads = new HashMap<>();
        LinkMessages traced = new LinkMessages();
        for (JsonNode event : events) {
            int process = event.path("pid").asInt();
            String thread = process + "/" + event.path("tid").asInt();
            JsonNode told = event.path("args");
            String name = told.path("name").asText();
            switch (event.path("name").asText()) {
                case "process_name" -> processes.put(process, name);
                case "thread_name" -> threads.put(thread, name.replaceFirst(" \\(\\d+\\)$", ""));
                default -> {
                    if (told.has("wireBytes")) {
                        traced.add(
                                processes.get(process) + "/" + threads.get(thread),
                                told.path("message").asInt(),
                                Math.round(event.path("ts").asDouble() * 1e3),
                                told.path("wireBytes").asInt());
                    }
                }
            }
        }
        return traced;
    }

    /** A line for each, in an order, so that a failure shows which differ. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        messages.forEach((on, seen) -> text.append(on).append(" at " + seen.atNs + " ns: " + seen.bytes + " B\n"));
        return text.toString();
    }
}
