// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void shouldReadWhatItHasWritten() {
        Outcome outcome = new Outcome("a-b", "runs", 12, "run x --set a=b,c", "Seed 1, \"x\" [3]", "");
        Outcome read = Outcome.of(outcome.csv());
        assertEquals(outcome.csv(), read.csv());
        assertEquals("Seed 1, 'x' [3]", read.finding());
        assertEquals(12, read.seconds());
    }
}
