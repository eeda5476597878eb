package org.breadboard.platform.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.api.RefusedException;

/** JSON of maps, lists, texts, numbers and answers, in the order in which they were put. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    private Json() {}

    /** The text of a value; a NaN is null. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A number, or null where there is none. */
    public static Double number(double value) {
        return Double.isFinite(value) ? Figures.rounded(value) : null;
    }

    /** Reads a file that was written here. */
    public static JsonNode read(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException damaged) {
            throw new RefusedException(file + " is not whole: it is not JSON at line "
                    + damaged.getLocation().getLineNr() + ".");
        }
    }
}
