// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.runtime.Tainted;
import org.junit.jupiter.api.Test;

class SimEngineTest {
    private static final StageProgram SILENT = (step, message) -> {};
    private static final long PATIENCE_NS = 300_000_000L;

    /** Does not return from its first step until it is told to. */
    private static final class Stuck extends Task {
        private final CountDownLatch release = new CountDownLatch(1);

        @Override
        protected Next step(Step step) {
            while (true) {
                try {
                    release.await();
                    return Next.DONE;
                } catch (InterruptedException ignored) {
                    Thread.interrupted();
                }
            }
        }
    }

    @Test
    void shouldGiveUpAStepThatNeverReturns() {
        Stuck stuck = new Stuck();
        try (SimEngine engine = new SimEngine(1, false, PATIENCE_NS)) {
            engine.stage(3, 0, StageSpec.named("host0"), SILENT).add(stuck);
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> false));
            assertEquals(3, engine.failure().node());
            assertEquals("stage host0", engine.failure().where());
            assertTrue(Tainted.all().stream().anyMatch(t -> t.where().equals("stage host0 of node 3")));
            assertEquals(Engine.Progress.FAILED, engine.runUntil(2_000, () -> false));
        } finally {
            stuck.release.countDown();
        }
    }

    @Test
    void shouldGiveUpSoonerWhenTheUserWantsToStop() {
        Stuck stuck = new Stuck();
        try (SimEngine engine = new SimEngine(1, false, 10 * PATIENCE_NS)) {
            engine.stage(0, 0, StageSpec.named("host0"), SILENT).add(stuck);
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> true));
            String said = engine.failure().cause().getMessage();
            assertTrue(said.contains("for " + PATIENCE_NS / 1e9 + " s"), said);
        } finally {
            stuck.release.countDown();
        }
    }

    @Test
    void shouldNameTheStageWhoseStepThrew() {
        try (SimEngine engine = new SimEngine(1, false)) {
            engine.stage(2, 0, StageSpec.named("core1"), SILENT).add(new Task() {
                @Override
                protected Next step(Step step) {
                    throw new IllegalArgumentException("broken");
                }
            });
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> false));
            assertEquals("stage core1", engine.failure().where());
            assertEquals("broken", engine.failure().cause().getMessage());
        }
    }

    /** Works once, 100 ns at the reference speed, and waits 10 ns for a device. */
    private static final class Once extends Task {
        private long doneAtNs = -1;
        private boolean worked;

        @Override
        protected Next step(Step step) {
            if (worked) {
                doneAtNs = step.nowNs();
                return Next.DONE;
            }
            worked = true;
            step.busy(100);
            step.stall(10);
            return Next.AGAIN;
        }
    }

    @Test
    void shouldSlowAStageByHowManyOfItsCrowdAreBusy() {
        assertEquals(100 / 0.5 + 10, (double) doneAtNs(1), 1);
        assertEquals(100 / 0.4 + 10, (double) doneAtNs(2), 2);
        assertEquals(100 / 0.3 + 10, (double) doneAtNs(3), 2);
    }

    /** When the last of so many busy stages of three is done. */
    private static long doneAtNs(int busy) {
        try (SimEngine engine = new SimEngine(1, false)) {
            Once last = null;
            for (int i = 0; i < 3; i++) {
                var stage = engine.stage(0, 0, new StageSpec("core" + i, 0.3, 0.5, "cores", ""), SILENT);
                if (i < busy) {
                    last = new Once();
                    stage.add(last);
                }
            }
            engine.stage(0, 0, new StageSpec("host", 1, ""), SILENT).add(new Once());
            engine.start();
            engine.runUntil(10_000, () -> false);
            return last.doneAtNs;
        }
    }

    /** When a message leaves a resource of 100 ns and 40 ns of wire, and one that only delays it for 60 ns. */
    private static List<Long> arrivals(String speeds) {
        List<Long> at = new ArrayList<>();
        try (SimEngine engine = new SimEngine(1, false)) {
            engine.speeds(Speeds.parse(speeds));
            Resource serving = engine.resource(0, "nic.engine", message -> 100, 40);
            Resource delaying = engine.resource(0, "dma.reads", message -> 0, 60);
            for (Resource each : List.of(serving, serving, delaying)) {
                Transit here = engine.at(0);
                here.forward(each, here.take(8), (transit, message) -> {
                    at.add(transit.nowNs());
                    transit.release(message);
                });
            }
            engine.start();
            engine.runUntil(10_000, () -> false);
        }
        return at;
    }

    @Test
    void shouldMakeResourcesAndTheirWaysFaster() {
        assertEquals(List.of(60L, 140L, 240L), arrivals(""));
        assertEquals(List.of(60L, 90L, 140L), arrivals("nic.engine=2"));
        assertEquals(List.of(30L, 140L, 240L), arrivals("dma.reads=2"));
        assertEquals(List.of(60L, 110L, 210L), arrivals("travel=4"));
        assertEquals(arrivals(""), arrivals("nic.engine=1, travel=1"));
    }

    @Test
    void shouldForgetWhatStoppedResourcesWereAt() {
        List<String> passed = new ArrayList<>();
        try (SimEngine engine = new SimEngine(1, false)) {
            Resource nic = engine.resource(0, "nic.engine", message -> 100, 40);
            Resource link = engine.resource(0, "link.up", message -> 100, 40);
            for (Resource each : List.of(link, nic, link, nic)) {
                Transit here = engine.at(0);
                here.forward(each, here.take(8), (transit, message) -> {
                    passed.add(each.name());
                    transit.release(message);
                });
            }
            engine.stage(0, 0, StageSpec.named("host"), SILENT).add(new Task() {
                @Override
                protected Next step(Step step) {
                    step.busy(10);
                    step.timer(this, 1_000_000_000);
                    return Next.AWAIT;
                }
            });
            engine.start();
            engine.runUntil(150, () -> false);
            assertEquals(
                    List.of("nic.engine", "link.up"),
                    passed.stream().sorted(Comparator.reverseOrder()).toList());
            engine.crash(0);
            engine.crash(nic);
            engine.forgetStopped();
            assertEquals(Engine.Progress.IDLE, engine.runUntil(10_000, () -> false), "no timer is left");
            assertEquals(3, passed.size(), passed::toString);
            assertEquals("link.up", passed.get(2));
        }
    }

    @Test
    void shouldMakeAStageFasterWithItsMemory() {
        try (SimEngine engine = new SimEngine(1, false)) {
            engine.speeds(Speeds.parse("core=2"));
            Once once = new Once();
            engine.stage(0, 0, StageSpec.named("core0"), SILENT).add(once);
            engine.start();
            engine.runUntil(10_000, () -> false);
            assertEquals((100 + 10) / 2, once.doneAtNs);
            assertEquals(55, engine.usage().get(0).busyNs());
        }
    }

    @Test
    void shouldRefuseSpeedsOfWhatIsNotThere() {
        try (SimEngine engine = new SimEngine(1, false)) {
            engine.speeds(Speeds.parse("cores=2"));
            engine.stage(0, 0, StageSpec.named("core0"), SILENT);
            String said = assertThrows(RefusedException.class, engine::start).getMessage();
            assertTrue(said.contains("is called 'cores', did you mean 'core'; there are: core, travel."), said);
        }
    }
}
