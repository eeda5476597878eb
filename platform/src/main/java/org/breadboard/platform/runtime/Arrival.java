package org.breadboard.platform.runtime;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/** A slot of an inbox: what has arrived. */
public final class Arrival {
    /** A message for the stage's program. */
    public static final int MESSAGE = 0;
    /** An operation of a task is done. */
    public static final int COMPLETION = 1;
    /** A task is to run on. */
    public static final int WAKE = 2;
    /** A task's attempt is squashed. */
    public static final int SQUASH = 3;

    private int kind;
    private Message message;
    private Task task;
    private long attempt;

    Arrival() {}

    /** One of the constants. */
    public int kind() {
        return kind;
    }

    /** What came, or null. */
    public Message message() {
        return message;
    }

    /** The task that it is for, or null. */
    public Task task() {
        return task;
    }

    /** The attempt of a task that it is for, or 0. */
    public long attempt() {
        return attempt;
    }

    void set(int ofKind, Message withMessage, Task forTask, long ofAttempt) {
        kind = ofKind;
        message = withMessage;
        task = forTask;
        attempt = ofAttempt;
    }

    void clear() {
        message = null;
        task = null;
    }
}
