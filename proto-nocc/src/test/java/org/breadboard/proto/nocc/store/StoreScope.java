// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.TestStep;

/** As much of a node and of its steps as a store's core needs, and what it sent. */
final class StoreScope extends TestStep implements NodeContext, DatagramTransport, DatagramTransport.Endpoint {
    private final RandomStream random = TestParts.random(1, 1);
    private double busyNs;
    private final List<Message> sent = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Counter> counters = new TreeMap<>();
    private final int node;
    private long nowNs;

    StoreScope() {
        this(0);
    }

    StoreScope(int node) {
        this.node = node;
    }

    List<Message> sent() {
        return sent;
    }

    double busyNs() {
        return busyNs;
    }

    /** Lets time pass, and runs what waits for it. */
    void pass(long ns) {
        nowNs += ns;
        tasks.forEach(task -> TestParts.run(task, this));
    }

    long count(String name) {
        return counters.get(name).value();
    }

    @Override
    public boolean post(Step step, int node, int port, Message message) {
        message.sourceNode(this.node);
        message.targetNode(node);
        message.port(port);
        sent.add(message);
        return true;
    }

    @Override
    public void doorbell(Step step) {}

    @Override
    public void polled(Step step, Message message) {}

    @Override
    public void postReceives(Step step, int count, boolean cheap) {}

    @Override
    public int maxPayloadBytes() {
        return 1472;
    }

    @Override
    public Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        return this;
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        return capability.cast(this);
    }

    @Override
    public Counter unexpected(String name) {
        return counter(name);
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, n -> TestParts.counter());
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return new Stage() {
            @Override
            public String name() {
                return spec.name();
            }

            @Override
            public int node() {
                return node;
            }

            @Override
            public int generation() {
                return 0;
            }

            @Override
            public void reserve(int slots) {}

            @Override
            public void add(Task task) {
                tasks.add(task);
            }
        };
    }

    @Override
    public Message take(int capacityBytes) {
        return TestParts.message(capacityBytes);
    }

    @Override
    public void busy(double ns) {
        busyNs += ns;
    }

    @Override
    public int node() {
        return node;
    }

    @Override
    public int nodes() {
        return node + 1;
    }

    @Override
    public int epoch() {
        return 0;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void release(Message message) {}

    @Override
    public TransactionSource transactions(Stage stage, int thread) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Operations operations(Stage stage) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Region region(String name, Image image, Lifetime lifetime) {
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
    public RandomStream random() {
        return random;
    }

    @Override
    public void timer(Task task, double delayNs) {} // tasks run whenever time passes
}
