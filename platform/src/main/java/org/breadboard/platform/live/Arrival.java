package org.breadboard.platform.live;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/** A slot of an inbox: what has arrived. */
public final class Arrival {
    static final int MESSAGE = 0;
    static final int COMPLETION = 1;
    static final int WAKE = 2;
    static final int SQUASH = 3;

    int kind;
    Message message;
    Task task;
    long attempt;

    Arrival() {}

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
