package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.runtime.Engine;
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
        try (SimEngine engine = new SimEngine(1, false, 100 * PATIENCE_NS / 10)) {
            engine.stage(0, 0, StageSpec.named("host0"), SILENT).add(stuck);
            engine.start();
            assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000, () -> true));
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
}
