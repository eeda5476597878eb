// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.TestParts;

/** A node whose machine may crash, outside of any runtime: it has memory, of which all survives, and nothing else. */
final class TestNode implements NodeContext, Recovery {
    private final List<Region> kept = new ArrayList<>();
    private final List<Region> own = new ArrayList<>();
    private int node;
    private int epoch;

    /** It was node 0; from now on it has another number, and memory that it got from that. */
    void isNow(int other) {
        node = other;
    }

    /** The next configuration begins. */
    void reconfigured() {
        epoch++;
        kept.addAll(own);
        own.clear();
    }

    @Override
    public int node() {
        return node;
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public int epoch() {
        return epoch;
    }

    @Override
    public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        Region region = TestParts.region(name, sizeBytes, lifetime, layout);
        own.add(region);
        return region;
    }

    @Override
    public Recovery recovery() {
        return this;
    }

    @Override
    public List<Region> kept(String prefix) {
        return kept.stream().filter(region -> region.name().startsWith(prefix)).toList();
    }

    @Override
    public void drop(Region region) {
        kept.remove(region);
    }

    // What nobody asks for.

    @Override
    public Region region(String name, Image image, Lifetime lifetime) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Resource resource(String name, Resource.Cost cost, double delayNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Resource timer(String name, double delayNs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Counter unexpected(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Counter counter(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TransactionSource transactions(Stage stage, int thread) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Operations operations(Stage stage) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isMember(int other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stage stage(StageProgram program, String affinity, int receiveSlots) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void send(Step step, int to, Message message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void serving(Step step) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void committed(Step step, long before, long author, int table, long key, long version) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finished(Step step) {
        throw new UnsupportedOperationException();
    }
}
