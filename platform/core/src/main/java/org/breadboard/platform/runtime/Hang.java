// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

/** Code of a plug-in that did not return; its stack trace is that of the thread that is caught in it. */
public final class Hang extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A step that did not return on a thread that was watched for so long. */
    public Hang(long limitNs, Thread thread) {
        this("a step did not return for " + limitNs / 1e9 + " s; its thread was given up", thread);
    }

    /** A hang that a sentence describes. */
    Hang(String sentence, Thread thread) {
        super(sentence, null, false, true);
        setStackTrace(thread.getStackTrace());
    }
}
