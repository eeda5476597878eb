// SPDX-License-Identifier: Apache-2.0
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
    private volatile boolean ticking;
    private long originNs;
    private long stoppedAtNs;

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

    /** The clock, for any thread: it goes on until the last live thread stands still. */
    long nowNs() {
        return ticking ? System.nanoTime() - originNs : stoppedAtNs;
    }

    /** What the clock shows until it is set going. Before the threads are. */
    void beginAt(long ns) {
        stoppedAtNs = ns;
    }

    /** Sets the clock going, before the live threads are let go. The control thread. */
    void startClock() {
        originNs = System.nanoTime() - stoppedAtNs;
        ticking = true;
    }

    /** Stops the clock, when all live threads stand still. The control thread. */
    void stopClock() {
        stoppedAtNs = System.nanoTime() - originNs;
        ticking = false;
    }

    Engine.Failure failure() {
        return failure.get();
    }

    /** Code of a stage, or of a hop that it called, threw. The first failure counts. */
    void failed(LiveStage stage, Throwable cause) {
        Engine.Failure first = stage == null
                ? new Engine.Failure(-1, "a device", cause)
                : new Engine.Failure(stage.node(), "stage " + stage.name(), cause);
        failure.compareAndSet(null, first);
    }
}
