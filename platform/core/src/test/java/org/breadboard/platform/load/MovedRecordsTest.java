// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.recovery.Outcomes;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;

/** What becomes of a client's transaction when its records live elsewhere. */
class MovedRecordsTest {
    /** Longer than any back-off, and than the window. */
    private static final long LONG_NS = 10_000_000;

    private final Window window = new Window(0, 1_000);
    private int drawn;
    private boolean fits = true;

    /** Draws transactions that do nothing. */
    private final class Draws implements Workload.Generator {
        @Override
        public void next(RandomStream random, TransactionInput into) {
            into.begin(0, null);
            drawn++;
        }

        @Override
        public boolean fits(TransactionInput input) {
            return fits;
        }
    }

    private final StageClients clients = new StageClients(
            1,
            new Draws(),
            new SeededStream(1, 1),
            new Arrivals(0, 0, Phases.STEADY, 0.5, 0, window),
            Mix.Load.BACKOFF,
            new AttemptRecords(
                    new Measured(window, 1, Phases.STEADY, Measured.DIGITS),
                    new HistoryRecorder(0, 0, 1, new HistoryChunkPool(128, 8), chunk -> true),
                    Items.of(List.of(), ProtocolType.Grain.RECORD),
                    () -> 10,
                    0,
                    0,
                    0));

    private void begin() {
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(5), 0));
    }

    @Test
    void shouldTryAgainWhatStillFitsWhereRecordsHaveMoved() {
        clients.goOnUntilDone(new Turns());
        begin();
        clients.aborted(new StepAt(10), 0, AbortReason.LOCKED);
        clients.moved(null);
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(LONG_NS), 0));
        assertEquals(1, drawn);
    }

    @Test
    void shouldGiveUpWhatNoLongerFitsWhereRecordsHaveMoved() {
        clients.goOnUntilDone(new Turns());
        begin();
        clients.aborted(new StepAt(10), 0, AbortReason.LOCKED);
        fits = false;
        clients.moved(null);
        assertEquals(TransactionSource.STOP, clients.next(new StepAt(LONG_NS), 0), "there is no time for another");
        assertTrue(clients.isQuiet());
    }

    @Test
    void shouldDrawAnotherWhereWhatWasInterruptedNoLongerFits() {
        begin();
        Outcomes outcomes = new Outcomes();
        clients.interrupt(0, outcomes, 10);
        fits = false;
        clients.moved(null);
        outcomes.begin();
        outcomes.serve();
        outcomes.finish();
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(20), 0));
        assertEquals(2, drawn);
    }
}
