// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

final class VerificationTest {
    private static Verdict verdict(long forgottenUnknown, Map<AnomalyKind, Long> anomalies) {
        return verdict(100, false, forgottenUnknown, anomalies);
    }

    private static Verdict verdict(
            long committed, boolean apart, long forgottenUnknown, Map<AnomalyKind, Long> anomalies) {
        return new Verdict(
                anomalies.isEmpty(),
                ProtocolType.Promise.STRICT_SERIALIZABLE,
                anomalies.isEmpty(),
                true,
                true,
                0,
                committed + 3,
                400,
                committed,
                0,
                3,
                0,
                Map.of(),
                apart,
                forgottenUnknown,
                0,
                Set.of(),
                List.of(),
                anomalies,
                Map.of(),
                new HistoryEnd(committed + 3, 400, List.of()));
    }

    @Test
    void shouldNotAnswerForWhatAWindowedCheckHadToForget() {
        List<String> notJudged = new ArrayList<>();
        assertNull(Verification.kept(verdict(2, Map.of()), notJudged));
        assertEquals(
                List.of("serializability in full, since the windowed check had to forget what 2 transactions of unknown"
                        + " outcome read"),
                notJudged);
    }

    @Test
    void shouldAnswerForAViolationWhateverWasForgotten() {
        List<String> notJudged = new ArrayList<>();
        assertEquals(false, Verification.kept(verdict(2, Map.of(AnomalyKind.G1C, 1L)), notJudged));
        assertEquals(List.of(), notJudged);
        assertEquals(true, Verification.kept(verdict(0, Map.of()), notJudged));
    }

    @Test
    void shouldClaimNothingAfterFewTransactions() {
        List<String> notJudged = new ArrayList<>();
        Verdict few = verdict(99, false, 0, Map.of());
        assertNull(Verification.kept(few, notJudged));
        assertEquals(List.of("serializability, since 99 transactions are too few to show it"), notJudged);
        assertEquals(
                "It checked too little to be called verified: 99 transactions, of 100 or more. Let it run for longer"
                        + " (time.measureUs).",
                Verification.tooLittle(few));
        assertNull(Verification.tooLittle(verdict(100, false, 0, Map.of())));
    }

    @Test
    void shouldClaimNothingOfTransactionsThatNeverMet() {
        List<String> notJudged = new ArrayList<>();
        Verdict apart = verdict(5_000, true, 0, Map.of());
        assertNull(Verification.kept(apart, notJudged));
        assertEquals(List.of("serializability, since 5000 transactions never met at a key"), notJudged);
        assertTrue(Verification.tooLittle(apart).contains("of 5,000 transactions none touched a key"));
    }
}
