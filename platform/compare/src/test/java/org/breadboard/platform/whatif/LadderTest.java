// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.platform.runtime.Speeds;
import org.junit.jupiter.api.Test;

class LadderTest {
    private static Measurement at(double rate, String bottleneck, double utilisation) {
        return new Measurement(rate, rate / 100, 10, 20, bottleneck, utilisation, List.of(), List.of());
    }

    @Test
    void shouldFollowTheBottleneckUntilNothingIsBusy() {
        Ladder ladder = new Ladder(at(100, "host", 1), Speeds.USUAL);
        assertEquals("host=2", ladder.next().orElseThrow().toString());
        ladder.add(at(150, "nic", 0.9));
        assertEquals("host=2, nic=2", ladder.next().orElseThrow().toString());
        ladder.add(at(225, "host", 0.8));
        assertEquals("host=4, nic=2", ladder.next().orElseThrow().toString());
        ladder.add(at(230, "link", 0.4));
        assertTrue(ladder.next().isEmpty());
        assertEquals(
                List.of("host", "nic", "host"),
                ladder.rungs().stream().map(Ladder.Rung::resource).toList());
        assertEquals(1.5, ladder.rungs().get(1).gain());
        assertEquals(4, ladder.rungs().get(2).speed());
        assertTrue(ladder.end().startsWith("Nothing is busy"), ladder.end());
    }

    @Test
    void shouldBeginFromTheSpeedsOfTheMix() {
        Ladder ladder = new Ladder(at(100, "host", 1), Speeds.parse("host=1.5, nic=3"));
        assertEquals("host=3, nic=3", ladder.next().orElseThrow().toString());
    }

    @Test
    void shouldEndWhereRungsBuyNothing() {
        Ladder ladder = new Ladder(at(100, "host", 1), Speeds.USUAL);
        for (int rung = 0; rung < 3; rung++) {
            assertTrue(ladder.next().isPresent());
            ladder.add(at(100 + rung, "host", 1));
        }
        assertTrue(ladder.next().isEmpty());
        assertEquals("The last 3 bought less than 2% each.", ladder.end());
    }

    @Test
    void shouldEndWhereNobodyKnowsWhatIsBusy() {
        assertTrue(new Ladder(at(100, null, 0), Speeds.USUAL).next().isEmpty());
    }
}
