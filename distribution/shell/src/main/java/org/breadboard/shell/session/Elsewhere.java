// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Screen;

/**
 * What runs verbs in another process: that of a live cluster, which outlives the shell that has started it. Any thread.
 */
public final class Elsewhere {
    private static final String PLUGIN = "plugin";

    /** There is no other process. */
    public static final Elsewhere NOWHERE = new Elsewhere(null, () -> {});

    private final Function<Map<String, Object>, Integer> asked;
    private final Runnable settle;

    private Elsewhere(Function<Map<String, Object>, Integer> asked, Runnable settle) {
        this.asked = asked;
        this.settle = settle;
    }

    /**
     * What the launcher offers.
     *
     * @param asked takes {@code words} (List of String), {@code out} and {@code err} (streams), {@code terminals}
     *     (String: which of {@code in}, {@code out} and {@code err} are terminals, a blank, and how wide), {@code key}
     *     and {@code stop} (BooleanSupplier: whether a key was pressed, and whether it is to stop); gives the exit
     *     code, or null for what is to run here; null where there is none
     * @param settle waits until what was changed there is known here
     */
    public static Elsewhere of(Function<Map<String, Object>, Integer> asked, Runnable settle) {
        return asked == null ? NOWHERE : new Elsewhere(asked, settle);
    }

    /**
     * Runs a verb there.
     *
     * @param shown whether what it prints is on a terminal
     * @return its exit code, or nothing if it is to run here
     */
    OptionalInt run(List<String> words, Console console, boolean shown) {
        if (asked == null) {
            return OptionalInt.empty();
        }
        // Lines are laid out there.
        PrintStream out = Screen.verbatim(console.out());
        PrintStream err = Screen.verbatim(console.err());
        BooleanSupplier stop = () -> console.cancellation().isCancelled();
        Set<String> terminals =
                console.terminal() ? (shown ? Set.of("in", "out", "err") : Set.of("in", "err")) : Set.of();
        Integer status = asked.apply(Map.of(
                "words",
                words,
                "out",
                out,
                "err",
                err,
                "terminals",
                String.join(",", terminals) + ' ' + console.columns(),
                "key",
                console.key(),
                "stop",
                stop));
        if (status == null) {
            return OptionalInt.empty();
        }
        if (words.get(0).equals(PLUGIN)) {
            settle.run();
        }
        return OptionalInt.of(status);
    }
}
