// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.manual;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options in front of the verb, which the launcher reads. */
public final class OuterOptions {
    @Option(names = "-c", paramLabel = "TEXT", description = "Runs a text in the shell's language.")
    private String command;

    @Option(names = "-f", paramLabel = "SCRIPT", description = "Runs a file in the shell's language.")
    private Path script;

    @Option(names = "--project", paramLabel = "DIR", description = "Works in that project.")
    private Path project;

    @Option(names = "--results", paramLabel = "DIR", description = "Keeps results in that folder.")
    private Path results;

    @Option(names = "--debug", description = "Shows stack traces, too.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            description = "Lists all verbs.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Says the version, the commit it was built from, and the versions of the API and of Java.")
    private boolean version;

    /** The text of {@code -c}, or null. */
    public String command() {
        return command;
    }

    /** The file of {@code -f} as it was typed, or null. */
    public String script() {
        return script == null ? null : script.toString();
    }

    /** The project that was asked for, or null. */
    public Path project() {
        return project;
    }

    /** The folder of results that was asked for, or null. */
    public Path results() {
        return results;
    }

    /** Whether stack traces are shown. */
    public boolean debug() {
        return debug;
    }

    /** Whether help was asked for. */
    public boolean help() {
        return help;
    }

    /** Whether the version was asked for. */
    public boolean version() {
        return version;
    }
}
