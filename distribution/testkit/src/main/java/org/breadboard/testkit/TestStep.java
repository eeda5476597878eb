// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A step outside of any runtime, for parts of a plug-in that are tried by themselves. It can do nothing: each method
 * throws {@link UnsupportedOperationException} until a test overrides it.
 */
public abstract class TestStep implements Step {
    /** For subclasses. */
    protected TestStep() {}

    @Override
    public long nowNs() {
        throw new UnsupportedOperationException();
    }

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
