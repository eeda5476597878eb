// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

/** What arrives at a stage, as its {@link Inbox} tells it. */
public final class Arrival {
    /** A message for the stage's program. */
    public static final int MESSAGE = 0;
    /** An operation of a task is done. */
    public static final int COMPLETION = 1;
    /** A task is to run on. */
    public static final int WAKE = 2;
    /** A task's attempt is squashed. */
    public static final int SQUASH = 3;

    private Arrival() {}
}
