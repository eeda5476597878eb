package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;

/**
 * What the verbs of one session share.
 *
 * @param err where everything but results goes
 * @param terminal whether {@code err} is a terminal
 * @param columns how wide it is now, in characters
 * @param debug whether to print stack traces
 * @param background what runs in the background
 * @param keys whether somebody has pressed a key since this was asked last
 * @param running how to stop what runs now; null while nothing does
 */
public record Surroundings(
        PrintStream err,
        boolean terminal,
        IntSupplier columns,
        boolean debug,
        BackgroundRuns background,
        BooleanSupplier keys,
        AtomicReference<Cancellation> running) {

    /** A console for one verb; from now on {@link #interrupt} stops that verb. */
    public Console console(PrintStream out) {
        Cancellation cancellation = new Cancellation();
        running.set(cancellation);
        return new Console(out, err, terminal, columns.getAsInt(), debug, cancellation, keys);
    }

    /** Ctrl-C: asks the verb that runs to stop. */
    public void interrupt() {
        Cancellation cancellation = running.get();
        if (cancellation != null) {
            cancellation.cancel("you pressed Ctrl-C");
        }
    }

    /** Ctrl-C where that ends the process: asks everything to stop. */
    public void interruptAll() {
        interrupt();
        background.cancel("you pressed Ctrl-C");
    }
}
