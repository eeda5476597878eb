package org.breadboard.shell.verb;

import org.breadboard.platform.console.OutputFormat;
import picocli.CommandLine.Option;

/** The option that every verb with a result has. */
final class OutputOption {
    @Option(
            names = "--output",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "How to print the result: table (the default), json or csv.")
    private OutputFormat output;

    OutputFormat format() {
        return output;
    }
}
