package org.breadboard.platform.cluster;

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

/** What a node is built from. */
class Scope implements NodeScope {
    private final Cluster cluster;
    private final int node;

    Scope(Cluster cluster, int node) {
        this.cluster = cluster;
        this.node = node;
    }

    Cluster cluster() {
        return cluster;
    }

    @Override
    public int node() {
        return node;
    }

    @Override
    public int nodes() {
        return cluster.mix().cluster().nodes();
    }

    @Override
    public int epoch() {
        return 0;
    }

    @Override
    public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        return cluster.memory(node).region(name, sizeBytes, lifetime, layout);
    }

    @Override
    public Region region(String name, Image image, Lifetime lifetime) {
        return cluster.memory(node).region(name, image, lifetime);
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return cluster.engine().stage(node, 0, spec, program);
    }

    @Override
    public Resource resource(String name, Resource.Cost cost, double delayNs) {
        return cluster.engine().resource(node, name, cost, delayNs);
    }

    @Override
    public Counter counter(String name) {
        return cluster.counter(name);
    }
}
