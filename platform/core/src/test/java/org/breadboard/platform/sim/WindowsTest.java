// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.junit.jupiter.params.provider.CsvSource;
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

    private static SwitchFabric fabric(SimEngine engine, int nodes, Faults faults) {
        Nemesis nemesis = new Nemesis(faults, 1, nodes, nodes, name -> new Tally());
        return new SwitchFabric(engine, nodes, Mix.Network.PLAIN, nemesis);
    }

    private static List<Node> nodes(SimEngine engine, boolean programmed) {
        SwitchFabric fabric = fabric(engine, NODES, Faults.NONE);
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(new Node(engine, fabric, node, ONE_WAY_NS));
        }
        if (programmed) {
            Resource pipeline = engine.resource(NODES, "pipeline", message -> 1, 200);
            fabric.interposeSwitch(next -> (transit, packet) -> transit.forward(pipeline, packet, next));
        }
        fabric.seal();
        return nodes;
    }

    /** What all nodes have seen, and how it ended. */
    private static List<String> run(boolean programmed, int threads, OneByOne why) {
        try (SimEngine engine = new SimEngine(7, false)) {
            List<Node> nodes = nodes(engine, programmed);
            engine.threads(threads);
            if (why != null) {
                engine.oneByOne(why);
            }
            engine.start();
            assertEquals(Optional.ofNullable(why), engine.whyOneByOne());
            // In uneven slices, as a run is driven, some shorter than a window.
            for (long untilNs = 1; untilNs < END_NS; untilNs = untilNs * 5 / 4 + 30) {
                assertEquals(Engine.Progress.REACHED, engine.runUntil(untilNs, () -> false));
                assertEquals(untilNs, engine.nowNs());
                assertEquals(untilNs, engine.nowNs(1));
            }
            List<String> all = new ArrayList<>();
            nodes.forEach(node -> all.addAll(node.seen));
            assertTrue(all.size() > 500, all.size() + " messages");
            all.add(engine.events() + " events, " + engine.messagesOut() + " messages under way, " + engine.usage());
            return all;
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "false, 2", "false, 16", "true, 1", "true, 2", "true, 16"})
    void shouldDoTheSameInWindowsOnAnyNumberOfThreads(boolean programmed, int threads) {
        assertEquals(run(programmed, 1, OneByOne.OBSERVED), run(programmed, threads, null));
    }

    @Test
    void shouldSayWhyEventsHappenOneByOne() {
        assertEquals(OneByOne.EXPLORES, why(new SimEngine(1, true), 2, ONE_WAY_NS, Faults.NONE));
        assertEquals(OneByOne.FAULTS, why(new SimEngine(1, false), 2, ONE_WAY_NS, new Faults(0.1, 0, 0)));
        assertEquals(OneByOne.ALONE, why(new SimEngine(1, false), 1, ONE_WAY_NS, Faults.NONE));
        assertEquals(OneByOne.NO_TIME, why(new SimEngine(1, false), 2, 0, Faults.NONE));
        assertEquals(null, why(new SimEngine(1, false), 2, ONE_WAY_NS, Faults.NONE));
    }

    private static OneByOne why(SimEngine on, int nodes, double oneWayNs, Faults faults) {
        try (SimEngine engine = on) {
            SwitchFabric fabric = fabric(engine, nodes, faults);
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
            nodes(engine, false);
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
    void shouldTellTheFailureThatComesFirst() {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, false);
            engine.threads(2);
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
        }
    }

    @Test
    void shouldNameTheStageThatHangsOnAnotherThread() {
        CountDownLatch release = new CountDownLatch(1);
        try (SimEngine engine = new SimEngine(1, false, PATIENCE_MS * 1_000_000L)) {
            nodes(engine, false);
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
            nodes(engine, false);
            engine.start();
            assertThrows(IllegalStateException.class, () -> engine.observe(null));
            assertThrows(IllegalStateException.class, () -> engine.oneByOne(OneByOne.OBSERVED));
        }
    }

    @Test
    void shouldTellTheEndOfWindowsWhileNothingRuns() {
        try (SimEngine engine = new SimEngine(1, false)) {
            nodes(engine, true);
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
