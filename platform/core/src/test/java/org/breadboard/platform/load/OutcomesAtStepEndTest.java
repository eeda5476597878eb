// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.runtime.StepEnds;
import org.junit.jupiter.api.Test;

/** A step that begins at one instant, takes time, and reports outcomes. */
class OutcomesAtStepEndTest {
    private final List<StepEnds.Listener> listeners = new ArrayList<>();
    private final RecordedHistory history = new RecordedHistory();
    private final Window window = new Window(0, 1_000);
    private final Measured measured = new Measured(window, 1, Phases.STEADY, Measured.DIGITS);
    private long clockNs;

    private final StageClients clients = new StageClients(
            1,
            (random, into) -> into.begin(0, null),
            new SeededStream(1, 1),
            new Arrivals(0, 0, Phases.STEADY, 0.5, 0, window),
            Mix.Load.BACKOFF,
            new AttemptRecords(
                    measured,
                    new HistoryRecorder(0, 0, 1, new HistoryChunkPool(128, 8), history),
                    Items.of(List.of(new TableSpec(0, "t", 8, 100, true)), ProtocolType.Grain.RECORD),
                    () -> clockNs,
                    0,
                    0,
                    0));
    private final TransactionSource told = new OutcomesAtStepEnd(listeners::add, clients);

    @Test
    void shouldEndAnAttemptWhenTheStepEndsThatReportsIt() {
        assertEquals(TransactionSource.NOW, told.next(step(100), 0));
        told.committed(step(300), 0);
        assertEquals(0, measured.committed(), "nobody has been told");
        end(350);
        assertEquals(250, measured.latencyNs().getMaxValue());
        assertEquals(List.of("100 to 350"), intervals());
    }

    /** What it does to memory it does at the beginning of its step: so it begins in a step behind the outcome. */
    @Test
    void shouldHaveAContextThatAsksInTheSameStepBeginInALaterOneAndCountFromTheEnd() {
        assertEquals(TransactionSource.NOW, told.next(step(100), 0));
        told.committed(step(300), 0);
        double waitNs = told.next(step(300), 0);
        assertTrue(waitNs > 0 && waitNs < 1, "it waits until the step has ended, not " + waitNs);
        end(350);
        assertEquals(TransactionSource.NOW, told.next(step(380), 0));
        told.committed(step(400), 0);
        end(410);
        assertEquals(155.0, measured.latencyNs().getMean(), 1.0, "250 and 60");
        assertEquals(List.of("100 to 350", "380 to 410"), intervals());
    }

    @Test
    void shouldTellAbortsAtTheEndToo() {
        assertEquals(TransactionSource.NOW, told.next(step(100), 0));
        told.aborted(step(300), 0, AbortReason.APPLICATION);
        assertEquals(0, measured.aborted(AbortReason.APPLICATION));
        end(350);
        assertEquals(1, measured.aborted(AbortReason.APPLICATION));
        assertEquals(List.of("100 to 350"), intervals());
    }

    @Test
    void shouldTellNothingOfAStepThatACrashInterrupts() {
        assertEquals(TransactionSource.NOW, told.next(step(100), 0));
        told.committed(step(300), 0);
        listeners.clear();
        assertEquals(1, clients.close(() -> {}), "the attempt is still under way");
        assertEquals(0, measured.allCommitted());
    }

    @Test
    void shouldRefuseTwoOutcomesOfOneContextInOneStep() {
        assertEquals(TransactionSource.NOW, told.next(step(100), 0));
        told.committed(step(300), 0);
        assertThrows(IllegalStateException.class, () -> told.aborted(step(300), 0, AbortReason.LOCKED));
    }

    private StepAt step(long nowNs) {
        clockNs = nowNs;
        return new StepAt(nowNs);
    }

    private void end(long nowNs) {
        StepAt between = step(nowNs);
        assertEquals(1, listeners.size());
        listeners.remove(0).stepEnded(between);
    }

    private List<String> intervals() {
        clients.close(() -> {});
        List<String> intervals = new ArrayList<>();
        history.forEach(tx -> intervals.add(tx.invocationNs() + " to " + tx.completionNs()));
        return intervals;
    }
}
