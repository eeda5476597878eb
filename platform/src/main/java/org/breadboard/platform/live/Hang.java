package org.breadboard.platform.live;

/** A step that did not return; its stack trace is that of the thread that is caught in it. */
final class Hang extends RuntimeException {
    private static final long serialVersionUID = 1;

    Hang(long limitNs, Thread thread) {
        super("a step did not return for " + limitNs / 1e9 + " s; its thread was given up", null, false, true);
        setStackTrace(thread.getStackTrace());
    }
}
