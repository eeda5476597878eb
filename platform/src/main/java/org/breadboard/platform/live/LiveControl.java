package org.breadboard.platform.live;

import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.platform.runtime.Engine;

/** What the control thread and the live threads tell each other. */
final class LiveControl {
    /** What the live threads are to do. */
    enum State {
        /** Stand still. */
        PAUSED,
        /** Turn round their stages. */
        RUNNING,
        /** End. */
        CLOSED
    }

    private final AtomicReference<Engine.Failure> failure = new AtomicReference<>();
    private volatile State state = State.PAUSED;
    private long originNs;

    State state() {
        return state;
    }

    /** The control thread tells the others, which see all that it did before. */
    void state(State next) {
        state = next;
    }

    /** What {@link System#nanoTime} was, or would have been without pauses, when the run began. */
    long originNs() {
        return originNs;
    }

    /** Sets the clock. The control thread, before it lets the others run. */
    void originNs(long value) {
        originNs = value;
    }

    Engine.Failure failure() {
        return failure.get();
    }

    /** Code of a stage, or of a hop that it called, threw. The first failure counts. */
    void failed(LiveStage stage, Throwable cause) {
        Engine.Failure first = stage == null
                ? new Engine.Failure(-1, "the live runtime", cause)
                : new Engine.Failure(stage.node(), "stage " + stage.name(), cause);
        failure.compareAndSet(null, first);
    }
}
