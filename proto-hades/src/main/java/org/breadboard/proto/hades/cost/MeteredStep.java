// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.cost;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** A step whose time is counted for a category. */
final class MeteredStep implements Step {
    private final CpuTime cpu;
    private Step step;
    private CpuCategory category;
    private double spentNs;

    MeteredStep(CpuTime cpu) {
        this.cpu = cpu;
    }

    Step begin(Step ofStage, CpuCategory forCategory) {
        step = ofStage;
        category = forCategory;
        spentNs = 0;
        return this;
    }

    double spentNs() {
        return spentNs;
    }

    @Override
    public void busy(double ns) {
        step.busy(ns);
        count(ns);
    }

    @Override
    public void stall(double ns) {
        step.stall(ns);
        count(ns);
    }

    private void count(double ns) {
        spentNs += ns;
        cpu.count(category, ns);
    }

    @Override
    public long nowNs() {
        return step.nowNs();
    }

    @Override
    public Stage stage() {
        return step.stage();
    }

    @Override
    public RandomStream random() {
        return step.random();
    }

    @Override
    public Message take(int capacityBytes) {
        return step.take(capacityBytes);
    }

    @Override
    public void release(Message message) {
        step.release(message);
    }

    @Override
    public void leave(Hop hop, Message message) {
        step.leave(hop, message);
    }

    @Override
    public void ready(Task task) {
        step.ready(task);
    }

    @Override
    public void timer(Task task, double delayNs) {
        step.timer(task, delayNs);
    }
}
