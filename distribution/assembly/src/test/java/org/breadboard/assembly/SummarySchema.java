// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code docs/users/summary.schema.json}. */
final class SummarySchema {
    private final Schema schema;

    SummarySchema() throws IOException {
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("../../docs/users/summary.schema.json")), InputFormat.JSON);
    }

    /** What does not fit it in a summary. */
    List<String> errors(String summary) {
        return schema.validate(summary, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
