package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

final class VerificationTest {
    private static Verdict verdict(long forgottenUnknown, Map<AnomalyKind, Long> anomalies) {
        return new Verdict(
                anomalies.isEmpty(),
                true,
                anomalies.isEmpty(),
                true,
                true,
                0,
                10,
                40,
                7,
                0,
                3,
                0,
                Map.of(),
                forgottenUnknown,
                List.of(),
                anomalies);
    }

    @Test
    void shouldNotAnswerForWhatAWindowedCheckHadToForget() {
        List<String> notJudged = new ArrayList<>();
        assertNull(Verification.serializable(verdict(2, Map.of()), notJudged));
        assertEquals(
                List.of("serializability in full, since the windowed check had to forget what 2 transactions of unknown"
                        + " outcome read"),
                notJudged);
    }

    @Test
    void shouldAnswerForAViolationWhateverWasForgotten() {
        List<String> notJudged = new ArrayList<>();
        assertEquals(false, Verification.serializable(verdict(2, Map.of(AnomalyKind.G1C, 1L)), notJudged));
        assertEquals(List.of(), notJudged);
        assertEquals(true, Verification.serializable(verdict(0, Map.of()), notJudged));
    }
}
