// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.Setting;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTest {
    private static final Setting<Double> DMA = Setting.number("dmaReadNs", "ns", 1_295, 0, 20_000, "");

    @Test
    void shouldDrawSomeTimesTheUsualAndNoMoreThanIsLegal() {
        Delay delay = new Delay("hardware.dmaReadNs", DMA, 1_295);
        SeededStream random = new SeededStream(1, 0);
        double longest = 0;
        for (int i = 0; i < 100; i++) {
            double drawn = Double.parseDouble(delay.draw(random));
            assertTrue(drawn >= 2 * 1_295 && drawn <= 20_000, "drew " + drawn);
            longest = Math.max(longest, drawn);
        }
        assertTrue(longest == 20_000, "the longest was " + longest);
    }

    @ParameterizedTest
    @CsvSource({"28, 14336", "500, 32000", "10000, 20000"})
    void shouldDrawUpToSomeRoundTrips(double usualNs, double longestNs) {
        Delay delay = new Delay("hardware.wireNs", Setting.number("wireNs", "ns", usualNs, 0, 1e9, ""), usualNs);
        SeededStream random = new SeededStream(1, 0);
        double longest = 0;
        for (int i = 0; i < 200; i++) {
            longest = Math.max(longest, Double.parseDouble(delay.draw(random)));
        }
        assertEquals(longestNs, longest);
    }

    @Test
    void shouldLeaveTimeOutsAndWhatIsNoTimeAlone() {
        assertTrue(Delay.is(DMA, "1295.0"));
        assertFalse(Delay.is(DMA, "0"), "what takes no time");
        assertFalse(Delay.is(DMA, "500000"), "a time-out");
        assertFalse(Delay.is(DMA, ""), "what has no value");
        assertFalse(Delay.is(Setting.number("loss", "share", 0.5, 0, 1, ""), "0.5"), "a share");
        assertFalse(Delay.is(Setting.count("cores", "", 24, 1, 256, ""), "24"), "a count");
    }
}
