// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The schemas of {@code docs/users}: what verbs print with {@code --output json}. */
final class OutputSchema {
    private static final Set<String> SUMMARIES = Set.of("run", "study", "compare", "whatif");

    private final Schema summaries = schema("summary");
    private final Schema others = schema("output");

    OutputSchema() throws IOException {}

    private static Schema schema(String name) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("../../docs/users/" + name + ".schema.json")), InputFormat.JSON);
    }

    /** What does not fit the schema of a document's kind. */
    List<String> errors(String document) throws IOException {
        String kind = new ObjectMapper().readTree(document).path("kind").asText();
        Schema schema = SUMMARIES.contains(kind) ? summaries : others;
        return schema.validate(document, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
