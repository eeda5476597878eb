// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.verbs.Board;

/**
 * What the verbs of one session share.
 *
 * @param board whose verbs they are
 * @param err where everything but results goes
 * @param terminal whether {@code err} is a terminal
 * @param screen whether what is printed and goes into no pipe is on a terminal
 * @param columns how wide the terminal is now, in characters
 * @param debug whether to print stack traces
 * @param background what runs in the background
 * @param keys whether somebody has pressed a key since this was asked last
 * @param running how to stop what runs now; null while nothing does
 * @param elsewhere what runs verbs of a live cluster
 */
public record Surroundings(
        Board board,
        PrintStream err,
        boolean terminal,
        boolean screen,
        IntSupplier columns,
        boolean debug,
        BackgroundRuns background,
        BooleanSupplier keys,
        AtomicReference<Cancellation> running,
        Elsewhere elsewhere) {

    private static final String SIGNALLED = "a signal asked for it, as Ctrl-C does";

    /**
     * A console for one verb; from now on {@link #interrupt} stops that verb.
     *
     * @param shown whether {@code out} goes into no pipe
     */
    public Console console(PrintStream out, boolean shown) {
        Cancellation cancellation = new Cancellation();
        running.set(cancellation);
        int width = columns.getAsInt();
        return new Console(
                screen && shown ? Screen.of(out, width) : out,
                terminal ? Screen.of(err, width) : err,
                terminal,
                width,
                debug,
                cancellation,
                keys);
    }

    /** Ctrl-C: asks the verb that runs to stop. */
    public void interrupt() {
        interrupt("you pressed Ctrl-C");
    }

    private void interrupt(String why) {
        Cancellation cancellation = running.get();
        if (cancellation != null) {
            cancellation.cancel(why);
        }
    }

    /** Ctrl-C, or another signal, that ends the process, which cannot tell them apart: asks everything to stop. */
    public void interruptAll() {
        interrupt(SIGNALLED);
        background.cancel(SIGNALLED);
    }
}
