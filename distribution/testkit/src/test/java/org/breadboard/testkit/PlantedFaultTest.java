package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlantedFaultTest {
    private static final TestOutcome HOLDS = outcome(true, null);
    private static final TestOutcome FOUND = outcome(false, null, "a lost update");
    private static final TestOutcome FAILED = outcome(false, "it threw", "it threw");

    private static TestOutcome outcome(boolean verified, String failure, String... findings) {
        return new TestOutcome(
                verified, failure, List.of(findings), 10, 10, 0, Map.of(), Map.of(), Map.of(), List.of());
    }

    @Test
    void shouldSearchSeedAfterSeed() {
        assertEquals(FOUND, PlantedFault.assertFound("skip-lock", 3, seed -> seed == 3 ? FOUND : HOLDS, seed -> {
            assertEquals(3, seed);
            return HOLDS;
        }));
    }

    @Test
    void shouldFailWhereNothingIsFound() {
        assertFails(HOLDS, HOLDS);
    }

    @Test
    void shouldNotTakeAFailedRunForAFinding() {
        assertFails(FAILED, HOLDS);
    }

    @Test
    void shouldFailWhereTheRunDoesNotHoldWithoutTheFaultEither() {
        assertFails(FOUND, FOUND);
    }

    @Test
    void shouldFailWhereTheChecksSawTooLittle() {
        assertFails(outcome(false, null), HOLDS);
    }

    private static void assertFails(TestOutcome broken, TestOutcome whole) {
        assertThrows(
                AssertionError.class, () -> PlantedFault.assertFound("skip-lock", 2, seed -> broken, seed -> whole));
    }
}
