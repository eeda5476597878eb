// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.MessagePool;

/** The context of the steps on one thread: every stage of the thread uses it in turn. */
final class LiveStep implements Step {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private final Turn turn;
    private final HopQueue leaving;
    private final LiveTransit transit;
    private final MessagePool pool;
    private final Timers timers;
    private LiveStage stage;

    /** {@code leaving} is the queue of {@code transit}. */
    LiveStep(Turn turn, HopQueue leaving, LiveTransit transit, MessagePool pool, Timers timers) {
        this.turn = turn;
        this.leaving = leaving;
        this.transit = transit;
        this.pool = pool;
        this.timers = timers;
    }

    /** The following steps are of {@code stage}. */
    void enter(LiveStage next) {
        stage = next;
    }

    /** The step is over: what it sent leaves. */
    void end() {
        if (!leaving.isEmpty()) {
            transit.run();
        }
    }

    /** Gives back a message that its receiver has seen, unless it kept it. */
    void releaseUnlessKept(Message message) {
        if (!ACCESS.takeKept(message)) {
            pool.give(message);
        }
    }

    @Override
    public long nowNs() {
        return turn.nowNs();
    }

    @Override
    public void busy(double ns) {
        // Nobody waits, so what computes ns is compiled away too; virtual time refuses a negative one.
    }

    @Override
    public void stall(double ns) {
        // Nobody waits, so what computes ns is compiled away too; virtual time refuses a negative one.
    }

    @Override
    public Stage stage() {
        return stage;
    }

    @Override
    public RandomStream random() {
        return stage.random();
    }

    @Override
    public Message take(int capacityBytes) {
        Message message = pool.take(capacityBytes);
        message.sourceNode(stage.node());
        message.epoch(stage.generation());
        return message;
    }

    @Override
    public void release(Message message) {
        pool.give(message);
    }

    @Override
    public void leave(Hop hop, Message message) {
        leaving.add(hop, message);
    }

    @Override
    public void ready(Task task) {
        stage.ready(task);
    }

    @Override
    public void timer(Task task, double delayNs) {
        timers.add(turn.clockNs() + (long) delayNs, stage, task, task.attempt());
    }
}
