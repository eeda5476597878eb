// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.Tainted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A toy cluster: each node has a stage that sends to others at random, and notes what comes to it and when. */
class WindowsTest {
    private static final int NODES = 5;
    private static final double ONE_WAY_NS = 400;
    private static final long END_NS = 60_000;
    private static final int PATIENCE_MS = 500;
    private static final StageProgram SILENT = (step, message) -> {};

    /** A node: the program of its stage, the task that sends, and what it noted. */
    private static final class Node extends Task implements StageProgram {
        private final List<String> seen = new ArrayList<>();
        private final Resource engine;
        private Stage stage;
        private Fabric.Port port;
        private long sent;

        Node(SimEngine sim, SwitchFabric fabric, int number, double oneWayNs) {
            // Whole numbers, so that much happens at the same instant.
            engine = sim.resource(number, "nic", message -> 10, 0);
            port = fabric.attach(
                    number,
                    80,
                    oneWayNs,
                    (transit, packet) ->
                            transit.forward(engine, packet, (behind, served) -> behind.deliver(stage, served)));
            stage = sim.stage(number, 0, StageSpec.named("host"), this);
            stage.add(this);
            stage.reserve(10_000);
        }

        @Override
        protected Next step(Step step) {
            send(step, step.random().nextInt(NODES));
            step.busy(100);
            step.timer(this, step.random().nextInt(3) * 50);
            return Next.AWAIT;
        }

        private void send(Step step, int target) {
            Message packet = step.take(64);
            packet.targetNode(target);
            packet.wireBytes(100);
            packet.register(0, sent++);
            step.leave(port.egress(), packet);
        }

        @Override
        public void receive(Step step, Message message) {
            seen.add(step.nowNs() + ": " + message.register(0) + " of " + message.sourceNode());
            step.busy(20);
            if (step.random().nextInt(4) == 0) {
                send(step, message.sourceNode());
            }
        }
    }

    /** Of what a cluster is. */
    private enum Kind {
        PLAIN,
        PROGRAMMED,
        RACKS,
        FAULTY,
        FAULTY_PROGRAMMED,
        FAULTY_RACKS,
        EXPLORED;

        boolean isFaulty() {
            return name().startsWith("FAULTY");
        }

        boolean isProgrammed() {
            return name().endsWith("PROGRAMMED");
        }

        Mix.Network network() {
            return name().endsWith("RACKS") ? new Mix.Network(2, 100) : Mix.Network.PLAIN;
        }

        Faults faults() {
            List<Faults.Kind> strikes = List.of(
                    Faults.Kind.DELAY,
                    Faults.Kind.PARTITION,
                    Faults.Kind.PAUSE,
                    Faults.Kind.SLOW,
                    Faults.Kind.SWITCH_CRASH,
                    Faults.Kind.RING_FULL);
            return isFaulty()
                    ? new Faults(
                            0.05, 0.05, 0.05, strikes, false, 10_000, 2_000, 0.5, 700, 2, null, Faults.Control.NONE)
                    : Faults.NONE;
        }
    }

    private static SwitchFabric fabric(SimEngine engine, int nodes, Kind kind, Map<String, Tally> struck) {
        Nemesis nemesis =
                new Nemesis(kind.faults(), 1, nodes, nodes, name -> struck.computeIfAbsent(name, made -> new Tally()));
        if (nemesis.strikesStages()) {
            engine.strike(nemesis);
        }
        return new SwitchFabric(engine, nodes, kind.network(), nemesis);
    }

    private static List<Node> nodes(SimEngine engine, Kind kind) {
        return nodes(engine, kind, new TreeMap<>());
    }

    private static List<Node> nodes(SimEngine engine, Kind kind, Map<String, Tally> struck) {
        SwitchFabric fabric = fabric(engine, NODES, kind, struck);
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(new Node(engine, fabric, node, ONE_WAY_NS));
        }
        if (kind.isProgrammed()) {
            Resource pipeline = engine.resource(NODES, "pipeline", message -> 1, 200);
            fabric.interposeSwitch(next -> (transit, packet) -> transit.forward(pipeline, packet, next));
        }
        fabric.seal();
        return nodes;
    }

    /** Notes when steps begin. */
    private record Instants(List<Long> ns) implements SimObserver {
        @Override
        public void stepBegins(Stage stage, long nowNs, Message message, Task task) {
            ns.add(nowNs);
        }

        @Override
        public void stepEnds(long untilNs) {}

        @Override
        public void readied(Task task) {}

        @Override
        public void taken(Message message) {}

        @Override
        public void released(Message message) {}

        @Override
        public void leaves(Stage stage, long nowNs, Message message) {}

        @Override
        public void atHop(Message message) {}

        @Override
        public void serves(
                int node,
                String resource,
                Message message,
                long nowNs,
                double beginsNs,
                double servedNs,
                long leavesNs) {
            ns.add(nowNs);
        }

        @Override
        public void arrives(Stage stage, long nowNs, Message message, Task task) {}
    }

    /** What all nodes have seen, and how it ended. */
    private static List<String> run(Kind kind, int threads, boolean observed) {
        Map<String, Tally> struck = new TreeMap<>();
        try (SimEngine engine = new SimEngine(7, kind == Kind.EXPLORED)) {
            List<Node> nodes = nodes(engine, kind, struck);
            engine.threads(threads);
            if (observed) {
                engine.observed();
            }
            engine.start();
            assertEquals(observed ? Optional.of(OneByOne.OBSERVED) : Optional.empty(), engine.whyOneByOne());
            // In uneven slices, as a run is driven, some shorter than a window.
            for (long untilNs = 1; untilNs < END_NS; untilNs = untilNs * 5 / 4 + 30) {
                assertEquals(Engine.Progress.REACHED, engine.runUntil(untilNs, () -> false));
                assertEquals(untilNs, engine.nowNs());
                assertEquals(untilNs, engine.nowNs(1));
            }
            List<String> all = new ArrayList<>();
            nodes.forEach(node -> all.addAll(node.seen));
            assertTrue(all.size() > 500, all.size() + " messages");
            struck.forEach((fault, count) -> assertTrue(count.value() > 0 || !kind.isFaulty(), fault));
            struck.forEach((fault, count) -> all.add(fault + ": " + count.value()));
            all.add(engine.events() + " events, " + engine.messagesOut() + " messages under way, " + engine.usage());
            return all;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoTheSameInWindowsOnAnyNumberOfThreads(Kind kind) {
        List<String> inOrder = run(kind, 1, true);
        for (int threads : new int[] {1, 2, 16}) {
            assertEquals(inOrder, run(kind, threads, false), threads + " threads");
        }
    }

    @Test
    void shouldTellWhoObservesOfAllEventsInTheOrderOfTime() {
        try (SimEngine engine = new SimEngine(7, false)) {
            nodes(engine, Kind.PROGRAMMED);
            engine.observed();
            engine.start();
            List<Long> instants = new ArrayList<>();
            engine.observe(new Instants(instants));
            engine.runUntil(END_NS, () -> false);
            assertTrue(instants.size() > 500, instants.size() + " instants");
            assertEquals(instants.stream().sorted().toList(), instants);
        }
    }

    @Test
    void shouldSayWhyEventsHappenOneByOne() {
        assertEquals(OneByOne.ALONE, why(1, ONE_WAY_NS));
        assertEquals(OneByOne.NO_TIME, why(2, 0));
        assertEquals(null, why(2, ONE_WAY_NS));
    }

    private static OneByOne why(int nodes, double oneWayNs) {
        try (SimEngine engine = new SimEngine(1, false)) {
            SwitchFabric fabric = fabric(engine, nodes, Kind.PLAIN, new TreeMap<>());
            for (int node = 0; node < nodes; node++) {
                fabric.attach(node, 80, oneWayNs, (transit, packet) -> transit.release(packet));
            }
            fabric.seal();
            engine.start();
            return engine.whyOneByOne().orElse(null);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseAHopThatTouchesAnotherMachine(int threads) {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, Kind.PLAIN);
            Resource far = engine.resource(3, "far", message -> 1, 0);
            engine.threads(threads);
            engine.stage(2, 0, StageSpec.named("core"), SILENT).add(new Task() {
                @Override
                protected Next step(Step step) {
                    step.leave((transit, message) -> transit.forward(far, message, null), step.take(8));
                    return Next.DONE;
                }
            });
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> false));
            String said = engine.failure().cause().getMessage();
            assertTrue(
                    said.contains("process of node 2 touches resource far of node 3, which is in that of node 3"),
                    said);
        }
    }

    @Test
    void shouldTellTheFailureThatComesFirstAndGetAsFarInAnyOrder() {
        long events = eventsUntilFailure(2, false);
        assertEquals(events, eventsUntilFailure(1, false));
        assertEquals(events, eventsUntilFailure(1, true));
    }

    private static long eventsUntilFailure(int threads, boolean observed) {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, Kind.PLAIN);
            engine.threads(threads);
            if (observed) {
                engine.observed();
            }
            for (int node = 0; node < NODES; node++) {
                int busyNs = 150 - 10 * node;
                engine.stage(node, 0, StageSpec.named("core"), SILENT).add(new Task() {
                    private boolean worked;

                    @Override
                    protected Next step(Step step) {
                        if (worked) {
                            throw new IllegalArgumentException("broken");
                        }
                        worked = true;
                        step.busy(busyNs);
                        return Next.AGAIN;
                    }
                });
            }
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> false));
            assertEquals(NODES - 1, engine.failure().node());
            return engine.events();
        }
    }

    @Test
    void shouldNameTheStageThatHangsOnAnotherThread() {
        CountDownLatch release = new CountDownLatch(1);
        try (SimEngine engine = new SimEngine(1, false, PATIENCE_MS * 1_000_000L)) {
            nodes(engine, Kind.PLAIN);
            engine.threads(2);
            engine.stage(1, 0, StageSpec.named("stuck"), SILENT).add(new Task() {
                @Override
                protected Next step(Step step) {
                    while (release.getCount() > 0) {
                        try {
                            release.await();
                        } catch (InterruptedException ignored) {
                            Thread.interrupted();
                        }
                    }
                    return Next.DONE;
                }
            });
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> false));
            assertEquals("stage stuck", engine.failure().where());
            assertEquals(1, engine.failure().node());
            assertTrue(Tainted.all().stream().anyMatch(t -> t.where().equals("stage stuck of node 1")));
        } finally {
            release.countDown();
        }
    }

    @Test
    void shouldNotBeObservedInWindows() {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, Kind.PLAIN);
            engine.start();
            assertThrows(IllegalStateException.class, () -> engine.observe(null));
            assertThrows(IllegalStateException.class, () -> engine.observed());
        }
    }

    @Test
    void shouldTellTheEndOfWindowsWhileNothingRuns() {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, Kind.PROGRAMMED);
            engine.threads(3);
            List<Long> ends = new ArrayList<>();
            engine.atWindowEnd(lastNs -> {
                assertTrue(lastNs > (ends.isEmpty() ? -1 : ends.get(ends.size() - 1)));
                ends.add(engine.isInWindow() ? -1 : lastNs);
            });
            engine.start();
            engine.runUntil(10_000, () -> false);
            assertTrue(ends.size() > 10, ends.size() + " windows");
            assertTrue(ends.get(ends.size() - 1) <= 10_000);
        }
    }
}
