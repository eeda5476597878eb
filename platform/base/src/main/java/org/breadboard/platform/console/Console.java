// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

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
 * @param bars makes a progress bar with a label
 * @param key whether somebody has pressed a key since this was asked last; never where nobody can
 */
public record Console(
        PrintStream out,
        PrintStream err,
        boolean terminal,
        int columns,
        boolean debug,
        Cancellation cancellation,
        Function<String, Progress> bars,
        BooleanSupplier key) {

    /** A console that draws progress on its terminal, if it is one. */
    public Console(
            PrintStream out, PrintStream err, boolean terminal, int columns, boolean debug, Cancellation cancellation) {
        this(out, err, terminal, columns, debug, cancellation, () -> false);
    }

    /** The same, on which somebody may press a key. */
    public Console(
            PrintStream out,
            PrintStream err,
            boolean terminal,
            int columns,
            boolean debug,
            Cancellation cancellation,
            BooleanSupplier key) {
        this(
                out,
                err,
                terminal,
                columns,
                debug,
                cancellation,
                label -> terminal ? new ProgressBar(Screen.verbatim(err), columns, label) : Progress.SILENT,
                key);
    }

    /** The same, but for results, which go nowhere. */
    public Console muted() {
        return with(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    /** The same, with results in another place. */
    public Console with(PrintStream results) {
        return new Console(results, err, terminal, columns, debug, cancellation, bars, key);
    }

    /** The same, for results that programs read or people copy: no line is broken. */
    public Console verbatim() {
        return with(Screen.verbatim(out));
    }

    /** A progress bar on this console; it is silent where nobody looks at it. */
    public Progress progress(String label) {
        return bars.apply(label);
    }
}
