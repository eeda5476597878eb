package org.breadboard.platform.console;

import java.io.PrintStream;

/**
 * Where a verb writes to, and how it is told to stop. Results go to {@code out} and nothing else does; warnings, errors
 * and progress go to {@code err}.
 *
 * @param out results
 * @param err everything else
 * @param terminal whether {@code err} is a person's terminal: only then there may be a progress bar
 * @param columns the terminal's width in characters
 * @param debug whether to print stack traces beside the sentences
 * @param cancellation tells when to stop
 */
public record Console(
        PrintStream out, PrintStream err, boolean terminal, int columns, boolean debug, Cancellation cancellation) {

    /** A progress bar on this console; it is silent where there is no terminal. */
    public Progress progress(String label) {
        return terminal ? new ProgressBar(err, columns, label) : Progress.SILENT;
    }
}
