// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import org.breadboard.platform.console.OutputFormat;
import picocli.CommandLine.Option;

/** The option that every verb with a result has. */
public final class OutputOption {
    @Option(
            names = "--output",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "How to print the result: table (the default), json or csv.")
    private OutputFormat output;

    /** The form that was asked for. */
    public OutputFormat format() {
        return output;
    }
}
