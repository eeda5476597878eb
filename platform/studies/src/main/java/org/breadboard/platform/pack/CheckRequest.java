// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.result.Words;

/**
 * What {@code project check} is asked to do.
 *
 * @param pack an archive, or a folder
 * @param full whether to run studies as they are, and not the quick path
 * @param studies the names of those to run; empty for all of the path
 * @param parallel how many points may run at once, or null for what each study says
 * @param resume whether to go on with the newest check that was stopped or killed
 * @param output the form of what is printed
 */
record CheckRequest(
        Path pack, boolean full, List<String> studies, Integer parallel, boolean resume, OutputFormat output) {
    /** The command that goes on with it where it was stopped. */
    String resuming() {
        return Program.called() + Words.options(false) + " project check " + Words.quoted(pack.toString())
                + (full ? " --full" : "")
                + (studies.isEmpty() ? "" : " --study " + Words.quoted(String.join(",", studies))) + " --resume";
    }

    /** The path that it takes, in a word. */
    String path() {
        return full ? "full" : "quick";
    }
}
