// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

/** A request to stop, made at most once, from any thread; whoever works asks for it often enough to stop soon. */
public final class Cancellation {
    private volatile String reason;

    /**
     * Asks to stop; only the first reason is kept.
     *
     * @param why the end of the sentence "Stopped, since ..."
     */
    public synchronized void cancel(String why) {
        if (reason == null) {
            reason = why;
        }
    }

    /** Whether somebody asked to stop; cheap enough for every batch of work. */
    public boolean isCancelled() {
        return reason != null;
    }

    /** The beginning of a sentence that says that it was stopped, and why. */
    public String stopped() {
        return isCancelled() ? "Stopped, since " + reason : "Stopped";
    }
}
