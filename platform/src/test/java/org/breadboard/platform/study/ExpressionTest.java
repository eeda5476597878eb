package org.breadboard.platform.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.yaml.Where;
import org.junit.jupiter.api.Test;

final class ExpressionTest {
    private static final PointTable POINTS = points();

    private static PointTable points() {
        List<PointOutcome> points = new ArrayList<>();
        double[] a = {10, 8, 6};
        double[] b = {7, 7, 7};
        for (int i = 0; i < 3; i++) {
            for (int seed = 1; seed <= 2; seed++) {
                double jitter = seed == 1 ? -0.5 : 0.5;
                String nodes = Integer.toString(10 * (i + 1));
                points.add(point("reads", Map.of("cluster.nodes", nodes), seed, a[i] + jitter));
                points.add(point("rpc", Map.of("cluster.nodes", nodes), seed, b[i] + jitter));
            }
        }
        points.add(new PointOutcome("broken", Map.of(), 1, Map.of(), Map.of(), false, "it fell over"));
        return new PointTable(points);
    }

    private static PointOutcome point(String sweep, Map<String, String> parameters, long seed, double rate) {
        return new PointOutcome(sweep, parameters, seed, parameters, Map.of("rate", rate), true, null);
    }

    private static Values eval(String text) {
        return ExpressionParser.parse(text, new Where("s.yaml", 3)).evaluate(POINTS);
    }

    private static double number(String text) {
        return eval(text).single("it");
    }

    @Test
    void shouldCalculate() {
        assertEquals(7, number("1 + 2 * 3"));
        assertEquals(-5, number("-(1 + 2) * 3 + 4"));
        assertEquals(2.5e-3, number("25 / 1e4"));
        assertEquals(0.1, number("1 / 2 / 5"));
    }

    @Test
    void shouldSelectMeansOverRepeats() {
        assertArrayEquals(new double[] {10, 8, 6}, eval("reads.rate").numbers(), 1e-12);
        assertEquals(8, number("reads[cluster.nodes=20].rate"), 1e-12);
        assertEquals(8, number("reads[cluster.nodes = 20.0].rate"), 1e-12);
        assertEquals(10.0 / 7, number("max(reads.rate) / min(rpc.rate)"), 1e-12);
        assertArrayEquals(new double[] {10, 20, 30}, eval("reads.cluster.nodes").numbers());
    }

    @Test
    void shouldAnswerTrends() {
        assertEquals(Values.answer(true), eval("all(2 * rpc.rate > reads.rate)"));
        assertEquals(Values.answer(false), eval("all(rpc.rate > reads.rate)"));
        assertEquals(Values.answer(true), eval("falling(reads.rate) and not rising(reads.rate)"));
        assertEquals(Values.answer(false), eval("rising(rpc.rate) or 1 > 2"));
        assertEquals(1, number("linear(reads.cluster.nodes, reads.rate)"), 1e-12);
    }

    @Test
    void shouldFindWhereLinesCross() {
        assertEquals(25, number("crossing(reads.cluster.nodes, reads.rate, rpc.rate)"), 1e-12);
        assertEquals(30, number("where(reads.cluster.nodes, reads.rate < rpc.rate)"));
    }

    @Test
    void shouldSayWhyAFigureIsUnknown() {
        assertEquals("broken[] failed: it fell over", unknown("broken.rate"));
        assertTrue(unknown("reads[cluster.nodes=21].rate").startsWith("no point matches reads"));
        assertTrue(unknown("reads.latency").contains("'latency' is no figure of reads"));
        assertTrue(assertThrows(UnknownFigureException.class, () -> number("reads.rate"))
                .getMessage()
                .contains("3 values"));
    }

    private static String unknown(String text) {
        return assertThrows(UnknownFigureException.class, () -> eval(text)).getMessage();
    }

    @Test
    void shouldRefuseWhatIsNoFormula() {
        assertEquals("s.yaml:3: in '1 +': expected a number, a function or a sweep at column 4.", refusal("1 +"));
        assertTrue(refusal("max(1").contains("expected ')'"));
        assertTrue(refusal("maximum(1)").contains("there is no function 'maximum'"));
        assertTrue(refusal("crossing(1, 2)").contains("takes 3 arguments, not 2"));
        assertTrue(refusal("1 2").contains("expected an operator at column 3"));
    }

    private static String refusal(String text) {
        return assertThrows(RefusedException.class, () -> eval(text)).getMessage();
    }
}
