// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RunQueue;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.Arrival;
import org.breadboard.platform.runtime.Inbox;

/**
 * What a stage does when it has its turn: it receives what has arrived, runs what can run, and transmits. One thread's.
 */
final class Burst {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private final LiveStep step;

    Burst(LiveStep step) {
        this.step = step;
    }

    /** One burst of a stage, if there is anything to do; says whether there was. */
    boolean run(LiveStage stage) {
        int arrived = stage.inbox().available();
        RunQueue runnable = stage.runnable();
        if (arrived + runnable.size() == 0) {
            return stage.isFull() && transmit(stage);
        }
        step.enter(stage);
        for (int i = 0; i < arrived; i++) {
            receive(stage);
        }
        for (int toRun = runnable.size(); toRun > 0; toRun--) {
            runNext(stage);
        }
        transmit(stage);
        return true;
    }

    private void receive(LiveStage stage) {
        Inbox inbox = stage.inbox();
        int kind = inbox.kind();
        Message message = inbox.message();
        Task task = inbox.task();
        long attempt = inbox.attempt();
        inbox.free();
        stage.countReceived();
        if (message != null) {
            ACCESS.leavePlace(message);
        }
        if (kind == Arrival.MESSAGE) {
            stage.program().receive(step, message);
        } else if (stage.countIfStale(task, attempt)) {
            if (message != null) {
                step.release(message);
            }
            return;
        } else if (kind == Arrival.COMPLETION) {
            readyIf(ACCESS.offer(task, step, message), stage, task);
        } else if (kind == Arrival.SQUASH) {
            readyIf(ACCESS.offerSquash(task, step), stage, task);
        } else {
            stage.ready(task);
        }
        if (message != null) {
            step.releaseUnlessKept(message);
        }
        stage.countStep();
        step.end();
    }

    private static void readyIf(boolean ready, LiveStage stage, Task task) {
        if (ready) {
            stage.ready(task);
        }
    }

    private void runNext(LiveStage stage) {
        Task task = stage.runnable().poll();
        if (ACCESS.isDone(task)) {
            return;
        }
        Task.Next next = ACCESS.run(task, step);
        if (next == Task.Next.AGAIN) {
            stage.ready(task);
        }
        stage.countStep();
        step.end();
    }

    /** Says whether anything was sent. */
    private boolean transmit(LiveStage stage) {
        step.enter(stage);
        boolean sent = false;
        while (true) {
            StageProgram.Transmit outcome = stage.program().transmit(step);
            stage.countStep();
            step.end();
            if (outcome != StageProgram.Transmit.SENT) {
                stage.full(outcome == StageProgram.Transmit.FULL);
                return sent;
            }
            sent = true;
        }
    }
}
