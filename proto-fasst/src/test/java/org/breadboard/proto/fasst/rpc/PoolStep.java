package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.TestParts;

/** A step that gives out messages and can do nothing else. */
final class PoolStep implements Step {
    @Override
    public Message take(int capacityBytes) {
        return TestParts.message(capacityBytes);
    }

    @Override
    public void release(Message message) {
        TestParts.giveBack(message);
    }

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
