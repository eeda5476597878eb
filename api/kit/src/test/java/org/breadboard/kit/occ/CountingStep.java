// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;

/** A step that adds up what it is charged, and does nothing else. */
public final class CountingStep implements Step {
    public long nowNs;
    public double busyNs;
    public double timerNs = -1;
    public int released;

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void busy(double ns) {
        busyNs += ns;
    }

    @Override
    public void stall(double ns) {
        busyNs += ns;
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
        return RuntimeAccess.get().message(capacityBytes);
    }

    @Override
    public void release(Message message) {
        released++;
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
        timerNs = delayNs;
    }
}
