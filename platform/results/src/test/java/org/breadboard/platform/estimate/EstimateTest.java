// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void shouldGiveStudentsInterval() {
        Estimate of = Estimate.of(9, 10, 11);
        assertEquals(10, of.mean());
        // Student's t for 2 degrees of freedom, 97.5%, is 4.3027.
        assertEquals(4.3027 / Math.sqrt(3), of.half(), 1e-4);
        assertEquals(4.3027 / Math.sqrt(3) / 10, of.spread(), 1e-4);
    }

    @Test
    void shouldKnowNothingOfOneValue() {
        Estimate of = Estimate.of(7);
        assertEquals(7, of.mean());
        assertFalse(of.known());
        assertTrue(Double.isNaN(of.half()));
        assertFalse(of.minus(Estimate.of(1, 2)).differsFromZero());
    }

    @Test
    void shouldTakeAnIntervalBack() {
        Estimate of = Estimate.ofInterval(100, 5, 20);
        assertEquals(5, of.half(), 1e-9);
        assertEquals(5 / 2.093, of.standardError(), 1e-3);
    }

    @Test
    void shouldTellADifferenceAsWelchDoes() {
        // Of unequal variances and sizes; computed by hand from Welch's formulas.
        Estimate a = Estimate.of(18, 15, 18, 16, 17, 15, 14);
        Estimate b = Estimate.of(24, 27, 27, 25, 31, 35);
        Estimate difference = b.minus(a);
        assertEquals(12.0238, difference.mean(), 1e-4);
        assertEquals(1.7837, difference.standardError(), 1e-4);
        assertEquals(6.2477, difference.freedom(), 1e-4);
        assertTrue(difference.differsFromZero());
        assertEquals(0, a.minus(a).mean());
        assertFalse(a.minus(a).differsFromZero());
    }

    @Test
    void shouldHaveNoErrorWhereAllRepeatsAreAlike() {
        Estimate difference = Estimate.of(3, 3, 3).minus(Estimate.of(2, 2));
        assertEquals(0, difference.half());
        assertTrue(difference.differsFromZero());
    }

    @Test
    void shouldKnowTheErrorOfAShareThatIsNothing() {
        Estimate share = Estimate.of(0, 0, 0).over(Estimate.of(9, 10, 11));
        assertEquals(0, share.mean());
        assertEquals(0, share.half());
        // By hand: the error of a quotient is the root of (1 / 10)^2 and (5 x 0.57735 / 100)^2, of which only one has a
        // part here.
        assertEquals(
                0.0288675, Estimate.of(5, 5, 5).over(Estimate.of(9, 10, 11)).standardError(), 1e-7);
    }

    @Test
    void shouldHoldTheTruthInNinetyFiveOfAHundred() {
        Random random = new Random(1);
        int holds = 0;
        for (int trial = 0; trial < 4000; trial++) {
            double[] values = random.doubles(5).map(each -> each * 2).toArray();
            Estimate of = Estimate.of(values);
            holds += Math.abs(of.mean() - 1) <= of.half() ? 1 : 0;
        }
        assertEquals(0.95, holds / 4000.0, 0.025);
    }

    @Test
    void shouldSayAsManyDigitsAsItsIntervalHasTwo() {
        assertEquals("4.812 ± 0.016", Estimate.text("", 4.81234, 0.01567));
        assertEquals("53,900 ± 1,200", Estimate.text("", 53_854, 1_234));
        assertEquals("+8.8 ± 3.1", Estimate.text("+", 8.77, 3.14));
        assertEquals("12 ± 25", Estimate.text("", 12.3, 25.4));
        assertEquals("0.0 ± 1.0", Estimate.text("", 0, 1));
        assertEquals("1,234", Estimate.exactly(1234.4).text());
        assertEquals("0.1235", Estimate.exactly(0.12345).text());
        assertEquals("", Estimate.exactly(Double.NaN).text());
        assertEquals("3.000 ± 0.000", Estimate.of(3, 3).text());
    }
}
