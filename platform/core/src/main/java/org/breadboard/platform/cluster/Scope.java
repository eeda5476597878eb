// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.runtime.Engine;

/** What every part of a node is built from. */
class Scope implements NodeScope {
    private final int node;
    private final int nodes;
    private final int epoch;
    private final int firstNumber;
    private final Engine engine;
    private final NodeMemory memory;
    private final Counters counters;

    /**
     * The scope of a node.
     *
     * @param nodes how many nodes hold records
     * @param epoch of the configuration
     * @param firstNumber where numbers begin that wrap around
     */
    Scope(int node, int nodes, int epoch, int firstNumber, Engine engine, NodeMemory memory, Counters counters) {
        this.node = node;
        this.firstNumber = firstNumber;
        this.nodes = nodes;
        this.epoch = epoch;
        this.engine = engine;
        this.memory = memory;
        this.counters = counters;
    }

    /** The scope of another part of the same node. */
    Scope(Scope same) {
        node = same.node;
        nodes = same.nodes;
        epoch = same.epoch;
        firstNumber = same.firstNumber;
        engine = same.engine;
        memory = same.memory;
        counters = same.counters;
    }

    /** What the runtime offers on every node, whatever its hardware. */
    final BlockingCalls blockingCalls() {
        return engine.blockingCalls();
    }

    final NodeMemory memory() {
        return memory;
    }

    @Override
    public final int node() {
        return node;
    }

    @Override
    public final int nodes() {
        return nodes;
    }

    @Override
    public final int epoch() {
        return epoch;
    }

    @Override
    public final int firstNumber() {
        return firstNumber;
    }

    @Override
    public final Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        return memory.region(name, sizeBytes, lifetime, layout);
    }

    @Override
    public final Region region(String name, Image image, Lifetime lifetime) {
        return memory.region(name, image, lifetime);
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return engine.stage(node, epoch, spec, program);
    }

    @Override
    public Resource resource(String name, Resource.Cost cost, double delayNs) {
        return engine.resource(node, name, cost, delayNs);
    }

    @Override
    public Resource timer(String name, double delayNs) {
        return engine.timer(node, name, delayNs);
    }

    @Override
    public final Counter counter(String name) {
        return counters.add(name);
    }

    @Override
    public final Counter unexpected(String name) {
        return counters.addUnexpected(name);
    }
}
