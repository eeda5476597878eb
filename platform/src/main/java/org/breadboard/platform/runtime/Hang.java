package org.breadboard.platform.runtime;

/** A step that did not return; its stack trace is that of the thread that is caught in it. */
public final class Hang extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A hang of a thread that was watched for so long. */
    public Hang(long limitNs, Thread thread) {
        super("a step did not return for " + limitNs / 1e9 + " s; its thread was given up", null, false, true);
        setStackTrace(thread.getStackTrace());
    }
}
