// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;

/** JSON of maps, lists, texts, numbers and answers, in the order in which they were put. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    private Json() {}

    /**
     * The beginning of a document that is printed or kept: what it is comes first.
     *
     * @param kind what it is, a word that no other document has
     * @param version grows when a key goes or means something else
     */
    public static Map<String, Object> document(String kind, int version) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", version);
        document.put("kind", kind);
        return document;
    }

    /** The text of a value; a NaN is null. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The tree of a value, as reading its text would yield it. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** A number, or null where there is none. */
    public static Double number(double value) {
        return Double.isFinite(value) ? Figures.rounded(value) : null;
    }

    /** A list of texts. */
    public static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    /** Texts by their keys. */
    public static Map<String, String> textsByKey(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }

    /** Counts by their keys. */
    public static Map<String, Long> counts(JsonNode object) {
        Map<String, Long> counts = new LinkedHashMap<>();
        object.properties()
                .forEach(each -> counts.put(each.getKey(), each.getValue().asLong()));
        return counts;
    }

    /** True, false, or null for anything else. */
    public static Boolean answer(JsonNode json) {
        return json.isBoolean() ? (Boolean) json.asBoolean() : null;
    }

    /** Reads a file that was written here. */
    public static JsonNode read(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException damaged) {
            // What is nested too deeply, or has a number or a text that is too long, has no place.
            throw new RefusedException(file
                    + (damaged.getLocation() == null
                            ? " is not sound: no JSON of Breadboard's is nested as deeply, or has numbers and"
                                    + " texts as long."
                            : " is not whole: it is not JSON at line "
                                    + damaged.getLocation().getLineNr() + "."));
        }
    }
}
