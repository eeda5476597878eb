// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.platform.mix.Mix;
import org.junit.jupiter.api.Test;

/** For how long a run has to be measured. */
final class SteadinessTest {
    private static final long US = 1000;

    @Test
    void shouldLeaveAloneWhatIsLongEnoughAndSteady() {
        Mix.Time time = new Mix.Time(100 * US, 500 * US);
        assertEquals(time, new Steadiness(30, 0.05).longer(time, 5000 * US));
        assertTrue(new Steadiness(30, 0.05).remark(time).isEmpty());
    }

    @Test
    void shouldAskForThreeLatenciesOfWarmUpAndFiveOfWindow() {
        Mix.Time time = new Mix.Time(100 * US, 200 * US);
        assertEquals(new Mix.Time(300 * US, 600 * US), new Steadiness(100, 0.01).longer(time, 5000 * US));
        assertTrue(new Steadiness(100, 0.01).remark(time).orElseThrow().contains("1.0 median latencies"));
    }

    @Test
    void shouldAskForAWindowThatGrowsWithTheSquareOfTheSpread() {
        Mix.Time time = new Mix.Time(100 * US, 200 * US);
        assertEquals(1800 * US, new Steadiness(10, 0.15).longer(time, 5000 * US).measureNs());
        assertEquals(800 * US, new Steadiness(10, 0.15).longer(time, 800 * US).measureNs());
    }

    @Test
    void shouldStopAtTheMostThatThereMayBe() {
        Mix.Time time = new Mix.Time(100 * US, 800 * US);
        assertEquals(time, new Steadiness(10, Double.NaN).longer(time, 800 * US));
        assertFalse(new Steadiness(10, Double.NaN).steady());
    }

    @Test
    void shouldSayWhatWasOfferedWhereAQueueGrows() {
        long ms = 1000 * US;
        assertEquals(
                "It was offered 10.00 M/s and completed 900.0 k/s: its queue grew all the while, so a longer window makes"
                        + " latencies longer. Quote them only where it is offered less (load.ratePerNode).",
                new Offered(10_000, 900, ms).remark().orElseThrow());
        assertTrue(new Offered(0, 900, ms).remark().isEmpty(), "a closed loop");
        assertTrue(new Offered(10_000, 9_600, ms).remark().isEmpty(), "what may be under way");
        assertTrue(new Offered(100, 65, ms).remark().isEmpty(), "chance");
        assertTrue(new Offered(100, 55, ms).remark().isPresent());
    }

    @Test
    void shouldRemarkOnABackgroundThatFallsBehind() {
        assertTrue(Steadiness.remark(Double.NaN).isEmpty());
        assertTrue(Steadiness.remark(0.05).isEmpty());
        assertTrue(Steadiness.remark(0.61).orElseThrow().contains("61%"));
    }
}
