// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sentences that come while the user types or waits: held back while a verb has the screen, for its progress bar. Any
 * thread.
 */
final class Notices {
    private final Consumer<String> screen;
    private final List<String> held = new ArrayList<>();
    private boolean holding;

    /** Notices for a screen, which is called by whoever tells. */
    Notices(Consumer<String> screen) {
        this.screen = screen;
    }

    /** Shows a sentence, now or when the verb is done. */
    synchronized void tell(String sentence) {
        if (holding) {
            held.add(sentence);
        } else {
            screen.accept(sentence);
        }
    }

    /** A verb has the screen from now on. */
    synchronized void hold() {
        holding = true;
    }

    /** The verb is done: what was held back is shown. */
    synchronized void release() {
        holding = false;
        held.forEach(screen);
        held.clear();
    }
}
