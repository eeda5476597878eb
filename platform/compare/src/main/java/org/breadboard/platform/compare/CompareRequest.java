// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.result.Words;

/**
 * What {@code compare} is asked to do.
 *
 * @param subjects two or more: folders of results; mixes, by name or path, each perhaps with {@code ,key=value} behind
 *     it; or studies that were run, by name
 * @param sets {@code key=value} for all mixes
 * @param seeds how many runs each mix has
 * @param parallel how many runs at once; 0 for as many as there are cores
 * @param output the form of what is printed
 */
public record CompareRequest(List<String> subjects, List<String> sets, int seeds, int parallel, OutputFormat output) {
    /** Copies the lists. */
    public CompareRequest {
        subjects = List.copyOf(subjects);
        sets = List.copyOf(sets);
    }

    /** The command that does the same again. */
    String command() {
        StringBuilder command = new StringBuilder(Program.called()).append(" compare");
        subjects.forEach(subject -> command.append(' ').append(Words.quoted(subject)));
        sets.forEach(set -> command.append(" --set ").append(Words.quoted(set)));
        return command.append(" --seeds ").append(seeds).toString();
    }
}
