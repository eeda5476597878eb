// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.util.List;

/** The names of the commands of the shell that are no verbs. */
public final class CommandNames {
    /** All of them, in alphabetical order. */
    public static final List<String> ALL =
            List.of("alias", "each", "grep", "history", "if", "jobs", "kill", "print", "wait");

    private CommandNames() {}
}
