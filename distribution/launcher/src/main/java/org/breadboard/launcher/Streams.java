// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.InputStream;
import java.io.PrintStream;
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
 */
record Streams(InputStream in, PrintStream out, PrintStream err, Set<String> terminals) {
    private static final String TERMINALS = "breadboard.terminals";

    static Streams ofProcess() {
        Set<String> terminals = Arrays.stream(System.getProperty(TERMINALS, "").split(",", -1))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        return new Streams(System.in, System.out, System.err, terminals);
    }

    /** Whether a person is shown a prompt that can be taken away again, on a terminal of that name, or null. */
    boolean canPrompt(String terminal) {
        return terminals.containsAll(Set.of("in", "out"))
                && terminal != null
                && !Set.of("", "dumb").contains(terminal);
    }
}
