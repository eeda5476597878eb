// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import org.breadboard.api.runtime.RandomStream;

/** Whose turn it is on a live thread, and the instant of it. Its thread, except where said. */
final class Turn {
    private static final long UNREAD = -1;

    private final RandomStream ownRandom;
    private LiveStage stage;
    private long originNs;
    private long burstNs = UNREAD;

    /** {@code random} is for what no stage of the thread does: hops of messages that come from other threads. */
    Turn(RandomStream random) {
        ownRandom = random;
    }

    /**
     * The threads were let go: {@link System#nanoTime} was this, or would have been without pauses, when the run began.
     */
    void origin(long ns) {
        originNs = ns;
    }

    /** The next turn begins: a stage's, or null while hops of messages from other threads run. */
    void begin(LiveStage next) {
        stage = next;
        burstNs = UNREAD;
    }

    /** Whose turn it is, or was last; null while hops of messages from other threads run. The control thread too. */
    LiveStage stage() {
        return stage;
    }

    /** The stream of the stage whose turn it is, or the thread's own. */
    RandomStream random() {
        return stage == null ? ownRandom : stage.random();
    }

    /** The instant of the turn: when it first asked, in ns since the run began. */
    long nowNs() {
        if (burstNs == UNREAD) {
            burstNs = clockNs();
        }
        return burstNs;
    }

    /** The clock, in ns since the run began. */
    long clockNs() {
        return System.nanoTime() - originNs;
    }
}
