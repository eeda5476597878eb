// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.felix.service.command.Job;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;

/** A verb that runs in the background of a session; what it prints is kept until it has ended. Any thread. */
public final class BackgroundRun {
    private static final int COLUMNS = 100;

    private final int number;
    private final String command;
    private final Job line;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Cancellation cancellation = new Cancellation();
    private volatile String progress = "";
    private volatile int status;

    BackgroundRun(int number, String command, Job line) {
        this.number = number;
        this.command = command;
        this.line = line;
    }

    /** What {@code kill} takes. */
    int number() {
        return number;
    }

    /** The verb and its words. */
    String command() {
        return command;
    }

    /** The line that it is part of. */
    Job line() {
        return line;
    }

    /** How far it is, for people; {@code ""} where nobody knows. */
    String progress() {
        return progress;
    }

    /** The verb's exit code, once it has ended. */
    int status() {
        return status;
    }

    /** What it printed as its result. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What else it had to say. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** The sentence about its end. */
    public String ending() {
        String how = status == ExitStatus.DONE.code() ? "done" : "ended with exit code " + status;
        return '[' + Integer.toString(number) + "] " + how + ": " + command;
    }

    @Override
    public String toString() {
        return '[' + Integer.toString(number) + "] " + command;
    }

    void cancel(String why) {
        cancellation.cancel(why);
    }

    /** The console of the verb, whose result goes to {@code pipe} unless that is null. */
    Console console(PrintStream pipe, boolean debug) {
        PrintStream results = pipe == null ? new PrintStream(out, true, StandardCharsets.UTF_8) : pipe;
        PrintStream rest = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(results, rest, false, COLUMNS, debug, cancellation, label -> this::at, () -> false);
    }

    private void at(String phase, double share, String rate) {
        String percent =
                Double.isNaN(share) ? "" : String.format(Locale.ROOT, " %.0f%%", Math.max(0, Math.min(1, share)) * 100);
        progress = (phase + percent + (rate.isEmpty() ? "" : ", " + rate)).strip();
    }

    void ended(int exitCode) {
        status = exitCode;
    }
}
