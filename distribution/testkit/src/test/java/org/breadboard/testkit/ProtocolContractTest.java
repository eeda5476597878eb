package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolContractTest {
    private static final String INVARIANT = "Invariant money does not hold: 3 are missing.";
    private static final String REPLICAS =
            "Replicas differ: account 7 has another value on node 1 than on another replica.";
    private static final String LOST = "Lost write: the final state shows version 3 of account 7.";

    @Test
    void shouldForgiveAProtocolWithoutRecoveryNothingButInvariants() {
        assertEquals(List.of(REPLICAS, LOST), ProtocolContract.unforgiven(outcome(2, INVARIANT, REPLICAS, LOST)));
    }

    @Test
    void shouldForgiveNothingWhereNoOutcomeIsUnknown() {
        assertEquals(List.of(INVARIANT), ProtocolContract.unforgiven(outcome(0, INVARIANT)));
    }

    private static TestOutcome outcome(long unknown, String... findings) {
        return PlantedFaultTest.outcome(null, unknown, false, findings);
    }
}
