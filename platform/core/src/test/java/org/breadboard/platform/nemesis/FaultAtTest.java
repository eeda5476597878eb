// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.platform.nemesis.FaultAt.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultAtTest {
    @Test
    void shouldReadWhatItWrites() {
        for (Faults.Kind kind : FaultAt.KINDS) {
            for (Moment moment : Moment.values()) {
                FaultAt at = new FaultAt(kind, moment, 17, moment == Moment.STORE ? 3 : 0);
                assertEquals(at, FaultAt.parse(at.text()));
            }
        }
        assertEquals("power-loss@store:17-3", new FaultAt(Faults.Kind.POWER_LOSS, Moment.STORE, 17, 3).text());
        assertNull(FaultAt.parse(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"crash", "crash@arrival", "crash@arrival:x", "loss@step:1", "crash@step:-1", "crash@step:1-"})
    void shouldSayWhatItIsToBe(String wrong) {
        String said = assertThrows(IllegalArgumentException.class, () -> FaultAt.parse(wrong))
                .getMessage();
        assertTrue(said.contains(wrong) && said.contains("crash@arrival:17"), said);
    }

    @ParameterizedTest
    @CsvSource({"crash@night:1, night", "crash@step:1-2, store:NUMBER-LOST"})
    void shouldSayWhichMomentsThereAre(String wrong, String named) {
        String said = assertThrows(IllegalArgumentException.class, () -> FaultAt.parse(wrong))
                .getMessage();
        assertTrue(said.contains(named), said);
    }
}
