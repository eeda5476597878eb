// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** A step that only knows what time it is. */
public record StepAt(long nowNs) implements Step {
    @Override
    public void busy(double ns) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stall(double ns) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stage stage() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RandomStream random() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Message take(int capacityBytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(Message message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void leave(Hop hop, Message message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void ready(Task task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void timer(Task task, double delayNs) {
        throw new UnsupportedOperationException();
    }
}
