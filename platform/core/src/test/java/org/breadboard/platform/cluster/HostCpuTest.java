// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostCpuTest {
    private static final Mix.Cpu CPU = new Mix.Cpu(4, 8, 0.5);

    /** Works once for 100 ns. */
    private static final class Once extends Task {
        long doneAtNs = -1;
        private boolean begun;

        @Override
        protected Next step(Step step) {
            if (begun) {
                doneAtNs = step.nowNs();
                return Next.DONE;
            }
            begun = true;
            step.busy(100);
            return Next.AGAIN;
        }
    }

    /** How long 100 ns of work take on the first and on the last of so many busy threads. */
    @ParameterizedTest
    @CsvSource({"1, 100, 100", "4, 100, 100", "5, 200, 200", "6, 200, 200", "8, 200, 200"})
    void shouldUseAllCoresBeforeTwoThreadsShareOne(int busy, long firstNs, long lastNs) {
        try (SimEngine engine = new SimEngine(1, false)) {
            HostCpu cpu = new HostCpu(CPU, 0);
            Once[] tasks = new Once[busy];
            for (int i = 0; i < busy; i++) {
                Stage stage = engine.stage(0, 0, cpu.place(StageSpec.named("host" + i)), (step, message) -> {});
                tasks[i] = new Once();
                stage.add(tasks[i]);
            }
            engine.start();
            engine.runUntil(10_000, () -> false);
            assertEquals((double) firstNs, (double) tasks[0].doneAtNs, 1);
            assertEquals((double) lastNs, (double) tasks[busy - 1].doneAtNs, 1);
        }
    }

    /** A thread has its core for itself while the other one rests. */
    @Test
    void shouldKeepItsSpeedBesideAnIdleThread() {
        try (SimEngine engine = new SimEngine(1, false)) {
            HostCpu cpu = new HostCpu(CPU, 0);
            Once worker = new Once();
            for (int i = 0; i < 8; i++) {
                Stage stage = engine.stage(0, 0, cpu.place(StageSpec.named("host" + i)), (step, message) -> {});
                if (i == 6) {
                    stage.add(worker);
                }
            }
            engine.start();
            engine.runUntil(10_000, () -> false);
            assertEquals(100.0, (double) worker.doneAtNs, 1);
        }
    }

    @Test
    void shouldRefuseMoreThreadsThanItRuns() {
        HostCpu cpu = new HostCpu(new Mix.Cpu(2, 2, 1), 3);
        cpu.place(StageSpec.named("host0"));
        cpu.place(StageSpec.named("host1"));
        RefusedException refused = assertThrows(RefusedException.class, () -> cpu.place(StageSpec.named("worker0")));
        assertEquals(
                "Node 3 has no hyperthread left for thread worker0: its CPU runs 2 at once (cluster.cores,"
                        + " cluster.hyperthreads). Lower cluster.threads, or the threads that the protocol has besides.",
                refused.getMessage());
    }

    @Test
    void shouldLeaveThreadsAloneWhereNothingIsSaidOfTheCpu() {
        HostCpu cpu = new HostCpu(Mix.Cpu.UNSAID, 0);
        StageSpec spec = new StageSpec("host", 0.7, "core");
        for (int i = 0; i < 300; i++) {
            assertEquals(spec, cpu.place(spec));
        }
    }
}
