// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.describe.Describer;
import org.breadboard.platform.describe.FileSchema;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "describe",
        description = "Describes one thing: what it needs, offers and promises, and each of its settings.",
        footer = {
            "",
            "Example:",
            "  breadboard describe fasst",
            "  breadboard describe study/fasst --output json",
            "  breadboard describe --schema mix"
        })
final class DescribeCommand extends VerbCommand {
    /** Files that have a schema. */
    enum Schema {
        /** Of mixes. */
        MIX,
        /** Of studies. */
        STUDY
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "What 'list' shows: a protocol, hardware, profile, workload, store, program, mix, study or"
                    + " testbed; as KIND/ID where several have one name; or the path of a mix.")
    private String id;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Prints the JSON Schema of a mix or study instead, for an editor.")
    private Schema schema;

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return id == null ? "" : id;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if ((id == null) == (schema == null)) {
            throw mistake("give either ID or --schema mix (or study)");
        }
        if (schema != null) {
            FileSchema files = new FileSchema(scope.catalogue(), scope.plugins());
            Map<String, Object> text = scope.watched(() -> schema == Schema.MIX ? files.mix() : files.study());
            scope.console().out().println(Json.text(text));
            return ExitStatus.DONE;
        }
        Describer describer = new Describer(scope.catalogue(), scope.plugins(), scope.folders());
        List<Describer.Named> found = scope.watched(() -> describer.find(id));
        scope.watched(() -> describer.describe(found.get(0)))
                .print(output.format(), scope.console().out());
        found.stream()
                .skip(1)
                .forEach(other -> scope.console()
                        .err()
                        .println("There is a " + other.kind().singular() + " '" + id + "', too; 'describe " + other
                                + "' describes it."));
        return ExitStatus.DONE;
    }
}
