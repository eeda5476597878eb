// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.nio.file.Path;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.result.Words;

/**
 * What {@code reproduce} is asked to do.
 *
 * @param paper whose studies are run, or the name of one study, or null for all that ship; what is resumed has its own
 * @param resume whether to go on with the newest one that was stopped or killed
 * @param parallel how many points may run at once, or null for what each study says
 * @param seeds how many seeds each point has, or null for what each study says
 * @param docs the folder with the page's template, where the page is written; null for those of the clone that is the
 *     working directory, else for the result's folder alone
 * @param output the form of what is printed
 */
public record ReproduceRequest(
        String paper, boolean resume, Integer parallel, Integer seeds, Path docs, OutputFormat output) {
    /** The command that goes on with it where it was stopped. */
    String resuming() {
        return Program.called() + Words.options(false) + " reproduce --resume"
                + (seeds == null ? "" : " --seeds " + seeds)
                + (docs == null ? "" : " --docs " + Words.quoted(docs.toString()));
    }

    /** The same of another paper. */
    ReproduceRequest of(String other) {
        return new ReproduceRequest(other, resume, parallel, seeds, docs, output);
    }
}
