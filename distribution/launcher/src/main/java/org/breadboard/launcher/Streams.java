// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The process's streams, kept from before Gogo replaces them.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param terminals which of them, by these names, are terminals: only the script that starts Java can tell on every
 *     version of it
 * @param columns how many characters a line of the terminal has
 */
record Streams(InputStream in, PrintStream out, PrintStream err, Set<String> terminals, int columns) {
    /** What the script says of the terminals: their names, and how wide they are. */
    static final String TERMINALS = "breadboard.terminals";

    private static final int USUAL_COLUMNS = 80;
    /** In fewer there is no sense in breaking lines. */
    private static final int LEAST_COLUMNS = 20;

    private static final int BUFFER_BYTES = 8192;
    private static final int FAILED = 1;
    private static final Output OUTPUT = Output.ofProcess();

    static Streams ofProcess() {
        return of(System.in, standardOutput(), System.err, System.getProperty(TERMINALS, ""));
    }

    /** Streams of which the script has said {@code in,out,err 80}, or less. */
    static Streams of(InputStream in, PrintStream out, PrintStream err, String said) {
        String[] parts = said.split(" ", 2);
        Set<String> terminals = Arrays.stream(parts[0].split(",", -1))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        boolean known = parts.length > 1 && parts[1].matches("[1-9][0-9]{0,4}");
        int columns = known ? Math.max(LEAST_COLUMNS, Integer.parseInt(parts[1])) : USUAL_COLUMNS;
        return new Streams(in, out, err, terminals, columns);
    }

    /** Standard output, of which {@link #status} tells whether all of it was written. */
    static PrintStream standardOutput() {
        return new PrintStream(new BufferedOutputStream(OUTPUT, BUFFER_BYTES), true, StandardCharsets.UTF_8);
    }

    /** Writes what is left, and says on standard error if something could not be written; the exit code then. */
    static int status(PrintStream out, int status) {
        out.flush();
        if (OUTPUT.trouble() != null) {
            System.err.println("Standard output could not be written (" + OUTPUT.trouble()
                    + "), so what stands there is not all.");
        }
        System.err.flush();
        return OUTPUT.trouble() != null && status == 0 ? FAILED : status;
    }

    /** What the script has said, of which {@link #of} makes them. */
    String said() {
        return String.join(",", terminals) + ' ' + columns;
    }

    /** Whether somebody has typed something; what was typed is gone then. */
    boolean hasInput() {
        try {
            return in.available() > 0 && in.read(new byte[in.available()]) > 0;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Whether a person is shown a prompt that can be taken away again, on a terminal of that name, or null. */
    boolean canPrompt(String terminal) {
        return terminals.containsAll(Set.of("in", "out"))
                && terminal != null
                && !Set.of("", "dumb").contains(terminal);
    }
}
