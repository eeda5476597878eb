// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.breadboard.api.runtime.spi.RunQueue;
import org.breadboard.api.runtime.spi.RuntimeAccess;

/** Opens to runtimes what plug-ins do not see. */
final class Access extends RuntimeAccess {
    static {
        open(new Access());
    }

    private Access() {}

    @Override
    public Message message(int capacityBytes) {
        return new Message(capacityBytes);
    }

    @Override
    public void issue(Message message) {
        message.issue();
    }

    @Override
    public void giveBack(Message message) {
        message.giveBack();
    }

    @Override
    public void leavePlace(Message message) {
        message.leavePlace();
    }

    @Override
    public boolean takeKept(Message message) {
        return message.takeKept();
    }

    @Override
    public RunQueue queue() {
        return new TaskQueue();
    }

    @Override
    public Task.Next run(Task task, Step step) {
        return task.run(step);
    }

    @Override
    public boolean isDone(Task task) {
        return task.isDone();
    }

    @Override
    public boolean offer(Task task, Step step, Message message) {
        return task.completed(step, message);
    }

    @Override
    public boolean offerSquash(Task task, Step step) {
        return task.squashed(step);
    }
}
