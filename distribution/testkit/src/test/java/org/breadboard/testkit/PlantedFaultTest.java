// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.junit.jupiter.api.Test;

class PlantedFaultTest {
    private static final TestOutcome HOLDS = outcome(null, 0, true);
    private static final TestOutcome FOUND = outcome(null, 0, false, "a lost update");
    private static final TestOutcome FAILED = outcome("it threw", 0, true);

    /** One in which ten transactions committed. */
    static TestOutcome outcome(String failure, long unknown, boolean kept, String... anomalies) {
        TestOutcome.Verdict verdict = new TestOutcome.Verdict(
                Promise.STRICT_SERIALIZABLE, kept, List.of(), true, true, 10, unknown, List.of(), List.of(anomalies));
        return new TestOutcome(
                failure,
                verdict,
                3,
                200_000,
                10,
                new TreeMap<>(),
                Map.of(),
                Map.of(),
                null,
                Map.of(),
                0,
                List.of(),
                List.of());
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
        assertFails(outcome(null, 0, false), HOLDS);
    }

    private static void assertFails(TestOutcome broken, TestOutcome whole) {
        assertThrows(
                AssertionError.class, () -> PlantedFault.assertFound("skip-lock", 2, seed -> broken, seed -> whole));
    }
}
