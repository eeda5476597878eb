// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.junit.jupiter.api.Test;

/** A logic of two rounds: it reads one record, then another one. */
class AttemptTest {
    private final CountingStep step = new CountingStep();
    private final Task task = new Task() {
        @Override
        protected Next step(Step of) {
            return Next.DONE;
        }
    };

    private static ScriptedClient client(int attempts) {
        return new ScriptedClient(attempts, (round, transaction) -> {
            if (round == 2) {
                return Decision.COMMIT;
            }
            transaction.read(0, round);
            return Decision.FETCH;
        });
    }

    @Test
    void shouldWaitForItsClientAndStopWithIt() {
        Attempt attempt = new Attempt(client(-1), 0);
        assertEquals(Task.Next.AWAIT, attempt.next(step, task));
        assertEquals(25, step.timerNs);
        assertNull(attempt.next(step, task));
        assertEquals(Task.Next.DONE, attempt.next(step, task));
    }

    @Test
    void shouldRunRoundAfterRoundUntilTheLogicHasDecided() {
        Attempt attempt = new Attempt(client(1), 0);
        assertNull(attempt.next(step, task));
        for (int round = 0; round < 2; round++) {
            assertEquals(round, attempt.rounds());
            assertEquals(Decision.FETCH, attempt.run(step));
            assertFalse(attempt.isDecided());
            assertFalse(attempt.hasFetchedAll());
            assertEquals(round, attempt.fetched());
            attempt.fetchedAll();
            assertTrue(attempt.hasFetchedAll());
        }
        assertEquals(Decision.COMMIT, attempt.run(step));
        assertTrue(attempt.isDecided());
        assertEquals(3 * 7, step.busyNs, "the logic takes 7 ns a round");
    }

    @Test
    void shouldRememberTheFirstReasonUntilTheNextAttempt() {
        Attempt attempt = new Attempt(client(2), 0);
        assertNull(attempt.next(step, task));
        attempt.fail(null);
        assertNull(attempt.failure());
        attempt.fail(AbortReason.VALIDATION);
        attempt.fail(AbortReason.EXHAUSTED);
        attempt.fail(null);
        assertEquals(AbortReason.VALIDATION, attempt.failure());
        assertNull(attempt.next(step, task));
        assertNull(attempt.failure());
    }

    @Test
    void shouldForgetAllWhenItRunsTheLogicAgain() {
        Attempt attempt = new Attempt(client(1), 0);
        assertNull(attempt.next(step, task));
        for (int round = 0; round < 3; round++) {
            attempt.run(step);
            attempt.fetchedAll();
        }
        attempt.fail(AbortReason.VALIDATION);
        attempt.again();
        assertEquals(0, attempt.rounds());
        assertEquals(0, attempt.fetched());
        assertEquals(0, attempt.transaction().accesses());
        assertFalse(attempt.isDecided());
        assertNull(attempt.failure());
        assertEquals(Decision.FETCH, attempt.run(step));
        assertEquals(0, attempt.transaction().key(0));
    }

    @Test
    void shouldTellItsClientHowItEnded() {
        ScriptedClient client = client(4);
        Attempt attempt = new Attempt(client, 0);
        attempt.committed(step);
        attempt.aborted(step, AbortReason.VALIDATION);
        attempt.corrected(step, AbortReason.EXHAUSTED);
        attempt.unknown(step);
        assertEquals(List.of("committed", "aborted VALIDATION", "corrected EXHAUSTED", "unknown"), client.outcomes);
    }
}
