// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.OneByOne;

/**
 * One engine after another, which to others are one: what they ask is done by the present one, and what they measured
 * goes on. One thread, which controls the run.
 */
abstract class SuccessiveEngines implements Engine {
    private final UsageSum usageBefore = new UsageSum();
    private final List<LongConsumer> windowEnds = new ArrayList<>();
    private long eventsBefore;
    /** The present one. */
    protected Engine engine;

    SuccessiveEngines(Engine first) {
        engine = first;
    }

    /**
     * From now on there is the next one, for which nothing was built yet.
     *
     * @param atNs when it begins
     * @return the one before, which is still to be closed
     */
    protected final Engine follow(Engine next, long atNs) {
        Engine last = engine;
        usageBefore.add(last.usage());
        eventsBefore += last.events();
        engine = next;
        windowEnds.forEach(next::atWindowEnd);
        next.beginAt(atNs);
        return last;
    }

    @Override
    public List<Usage> usage() {
        return usageBefore.with(engine.usage());
    }

    @Override
    public long events() {
        return eventsBefore + engine.events();
    }

    @Override
    public Stage stage(int node, int generation, StageSpec spec, StageProgram program) {
        return engine.stage(node, generation, spec, program);
    }

    @Override
    public Resource resource(int node, String name, Resource.Cost cost, double delayNs) {
        return engine.resource(node, name, cost, delayNs);
    }

    @Override
    public Resource timer(int node, String name, double delayNs) {
        return engine.timer(node, name, delayNs);
    }

    @Override
    public BlockingCalls blockingCalls() {
        return engine.blockingCalls();
    }

    @Override
    public void join(int node, Resource up, Resource down, int through) {
        engine.join(node, up, down, through);
    }

    @Override
    public Optional<OneByOne> whyOneByOne() {
        return engine.whyOneByOne();
    }

    @Override
    public boolean isInWindow() {
        return engine.isInWindow();
    }

    @Override
    public void atWindowEnd(LongConsumer listener) {
        windowEnds.add(listener);
        engine.atWindowEnd(listener);
    }

    @Override
    public boolean isWaiting() {
        return engine.isWaiting();
    }

    @Override
    public void strike(Nemesis nemesis) {
        engine.strike(nemesis);
    }

    @Override
    public long nowNs() {
        return engine.nowNs();
    }

    @Override
    public long nowNs(int node) {
        return engine.nowNs(node);
    }

    @Override
    public void beginAt(long ns) {
        engine.beginAt(ns);
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    public void crash(int node) {
        engine.crash(node);
    }

    @Override
    public void crash(Stage stage) {
        engine.crash(stage);
    }

    @Override
    public void crash(Resource resource) {
        engine.crash(resource);
    }

    @Override
    public Transit at(int node) {
        return engine.at(node);
    }

    @Override
    public boolean isQuiet() {
        return engine.isQuiet();
    }
}
