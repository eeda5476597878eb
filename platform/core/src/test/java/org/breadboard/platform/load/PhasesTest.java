// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhasesTest {
    private static final Window WINDOW = new Window(1_000, 1_000_000_000);

    /** Arrivals of a load that brings one every 10 ns when it is whole. */
    private static List<Double> arrivals(Phases phases, double untilNs) {
        List<Double> arrivals = new ArrayList<>();
        for (double at = phases.after(0, 10, WINDOW); at < untilNs + 1; at = phases.after(at, 10, WINDOW)) {
            arrivals.add(at);
        }
        return arrivals;
    }

    private static long between(List<Double> arrivals, double from, double to) {
        return arrivals.stream().filter(at -> at > from + 0.5 && at < to + 0.5).count();
    }

    @Test
    void shouldBringTheWholeLoadBeforeTheMeasurementBegins() {
        assertEquals(100, between(arrivals(Phases.parse("0 for 5us, 1"), 7_000), 0, 1_000));
    }

    @Test
    void shouldBringStepsRampsAndBursts() {
        List<Double> steps = arrivals(Phases.parse("0.5 for 1us, 2 for 1us, 0 for 1us, 1"), 5_000);
        assertEquals(50, between(steps, 1_000, 2_000));
        assertEquals(200, between(steps, 2_000, 3_000));
        assertEquals(0, between(steps, 3_000, 4_000));
        assertEquals(100, between(steps, 4_000, 5_000));
        List<Double> ramp = arrivals(Phases.parse("0..1 for 10us, 1..0 for 10us, 1"), 21_000);
        assertEquals(125, between(ramp, 1_000, 6_000));
        assertEquals(375, between(ramp, 6_000, 11_000));
        assertEquals(375, between(ramp, 11_000, 16_000));
        assertEquals(125, between(ramp, 16_000, 21_000));
    }

    @Test
    void shouldBeginAgainBehindPhasesThatAllEnd() {
        List<Double> bursts = arrivals(Phases.parse("0 for 2 µs,3 for 1us"), 301_000);
        for (double cycle = 1_000; cycle < 300_000; cycle += 3_000) {
            assertEquals(0, between(bursts, cycle + 1, cycle + 1_999));
            assertEquals(300.0, (double) between(bursts, cycle + 2_000, cycle + 3_000), 1);
        }
    }

    @Test
    void shouldSayWhenTheLoadIsAboveAShare() {
        Phases phases = Phases.parse("0..1 for 10us, 0.25 for 10us, 1 for 10us");
        assertEquals(500, phases.above(0.9, 500, WINDOW), "before it begins");
        assertEquals(6_000, phases.above(0.5, 1_000, WINDOW), 1e-6, "on the ramp");
        assertEquals(7_000, phases.above(0.5, 7_000, WINDOW), "behind that of the ramp");
        assertEquals(21_000, phases.above(0.5, 12_000, WINDOW), 1e-6, "in the next phase but one");
        assertEquals(36_000, phases.above(0.5, 31_000, WINDOW), 1e-6, "in the next round");
        assertEquals(20_000, phases.above(0.5, 12_000, new Window(1_000, 20_000)), "not before the end");
    }

    @Test
    void shouldSayWhatWasNotReachedAndWhatChangesNothing() {
        Phases phases = Phases.parse("0.5 for 10us, 0.9 for 10us, 1");
        assertEquals(List.of(), phases.remarks(20_001, 0));
        assertEquals(
                List.of("Of its 3 phases, 1 were not reached: they begin behind what was measured (time.measureUs)."),
                phases.remarks(20_000, 2));
        assertEquals(
                List.of(
                        "Its phases change nothing: of 1 clients all take part even at the smallest share (load.phases)."),
                Phases.parse("0.6 for 10us, 1").remarks(1_000_000, 1));
        assertEquals(List.of(), Phases.parse("0.6 for 10us, 1").remarks(1_000_000, 2));
        assertEquals(List.of(), Phases.STEADY.remarks(1_000_000, 2));
    }

    @Test
    void shouldRefuseWhatIsNoPhaseAndSayWhatWouldBe() {
        for (String wrong : List.of("", "x", "-1 for 5us", "1 for 5ms", "1 for", "0..1..2 for 5us")) {
            assertTrue(refusal(wrong).contains("'0..1 for 500us, 1 for 200us'"), refusal(wrong));
        }
        for (String endless : List.of("1,", "1, 2 for 5us", "0..1")) {
            assertTrue(refusal(endless).startsWith("has to say how long"), refusal(endless));
        }
        assertTrue(refusal("1 for 0us, 1").contains("shorter than 0.001us"), refusal("1 for 0us, 1"));
        assertTrue(refusal("0").contains("asks for nothing"), refusal("0"));
    }

    private static String refusal(String text) {
        return assertThrows(IllegalArgumentException.class, () -> Phases.parse(text))
                .getMessage();
    }

    @Test
    void shouldTellForHowLongEachIsMeasured() {
        Phases phases = Phases.parse("1 for 100us, 0.5 for 300us");
        double[] us = new double[2];
        phases.parts(950_000, 10).forEach(part -> us[part.phase()] += (part.toNs() - part.fromNs()) / 1e3);
        assertEquals(300, us[0], "two cycles, and 100 us of the third");
        assertEquals(650, us[1], "and 50 us of the third");
        assertEquals(300_000, phases.timeNs(0, 950_000));
        assertEquals(650_000, phases.timeNs(1, 950_000));
        assertEquals(List.of(), phases.parts(950_000, 4), "more parts than that");
        assertEquals("0.5 for 300us", phases.words(1));
        Phases last = Phases.parse("0.5 for 300us, 1");
        assertEquals(650_000, last.timeNs(1, 950_000));
        assertEquals(0, last.timeNs(1, 200_000));
        assertEquals(200_000, last.timeNs(0, 200_000));
        assertEquals((300 + 325) / 950.0, phases.mean(950_000), 1e-9);
        assertEquals((150 + 650) / 950.0, last.mean(950_000), 1e-9);
        assertEquals(1, Phases.STEADY.mean(950_000), 1e-9);
        Phases ramp = Phases.parse("0..2 for 100us");
        assertEquals(1, ramp.mean(300_000), 1e-9);
        assertEquals((100 + 25) / 150.0, ramp.mean(150_000), 1e-9);
    }
}
