// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.study.outcome.Filter;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.study.outcome.UnknownFigureException;
import org.breadboard.platform.study.outcome.Values;
import org.breadboard.platform.yaml.Where;
import org.junit.jupiter.api.Test;

final class ExpressionTest {
    private static final Map<String, Integer> GAIN = Map.of("tree", 1, "hash", 2, "list", 3);
    private static final PointTable POINTS = points();
    private static final Map<String, String> NAMED = Map.of(
            "gain", "apps[protocol=new].rate / apps[protocol=old].rate", "half", "gain / 2", "best", "max(gain)");

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
        for (String protocol : List.of("old", "new")) {
            for (String store : List.of("tree", "hash", "list")) {
                for (String share : List.of("20", "80")) {
                    String name = store + "-" + share;
                    points.add(point(
                            "apps",
                            Map.of("protocol", protocol, "case", name),
                            1,
                            store.length()
                                    * Integer.parseInt(share)
                                    * (protocol.equals("new") ? 3 + GAIN.get(store) : 1)));
                }
            }
        }
        points.add(new PointOutcome("broken", Map.of(), 1, Map.of(), Map.of(), false, "it fell over"));
        return new PointTable(points);
    }

    private static PointOutcome point(String sweep, Map<String, String> parameters, long seed, double rate) {
        return new PointOutcome(sweep, parameters, seed, parameters, Map.of("rate", rate), true, null);
    }

    private static Values eval(String text) {
        return parse(text).evaluate(POINTS);
    }

    private static Expression parse(String text) {
        return ExpressionParser.parse(text, new Where("s.yaml", 3), ExpressionTest::named);
    }

    private static Expression named(String name, Where where) {
        if (!NAMED.containsKey(name)) {
            throw where.refuse("nothing is named '" + name + "'.");
        }
        return parse(NAMED.get(name));
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
    void shouldSelectAllCasesThatAGlobMatches() {
        assertArrayEquals(
                new double[] {80, 80, 80},
                eval("apps[protocol=old, case=*-20].rate").numbers());
        assertArrayEquals(
                new double[] {80, 320}, eval("apps[protocol=old, case=h*].rate").numbers());
        assertEquals(6, number("count(apps[case=*, protocol=o*d].rate)"));
        assertEquals(2, number("count(apps[case=t*-*0, protocol=old].rate)"));
        assertEquals(1, number("count(apps[case=tree-8*, protocol=old].rate)"));
        assertEquals("no point matches apps[case=*-9]", unknown("apps[case=*-9].rate"));
        assertEquals("no point matches apps[case=tree]", unknown("apps[case=tree].rate"));
    }

    @Test
    void shouldPairWhatStarsStoodFor() {
        String pairs = "apps[case=*-20, protocol=new].rate / apps[case=*-80, protocol=old].rate";
        assertArrayEquals(new double[] {1, 1.25, 1.5}, eval(pairs).numbers());
        List<PointOutcome> turned = new ArrayList<>();
        turned.add(point("a", Map.of("n", "1"), 1, 10));
        turned.add(point("a", Map.of("n", "2"), 1, 20));
        turned.add(point("b", Map.of("n", "2"), 1, 2));
        turned.add(point("b", Map.of("n", "1"), 1, 1));
        turned.add(point("c", Map.of("m", "2"), 1, 4));
        turned.add(point("c", Map.of("m", "1"), 1, 5));
        PointTable table = new PointTable(turned);
        assertArrayEquals(
                new double[] {2, 5}, parse("a.rate / c.rate").evaluate(table).numbers());
        assertArrayEquals(
                new double[] {10, 10}, parse("a.rate / b.rate").evaluate(table).numbers());
        assertEquals(12, parse("where(a.n, b.rate < 2) + 11").evaluate(table).single("it"));
        assertEquals(1, parse("linear(a.rate, b.rate)").evaluate(table).single("it"));
    }

    @Test
    void shouldRefuseSelectionsOfDifferentPoints() {
        assertEquals(
                "lists of 3 and 2 values do not go together: only one of them has [case=20]",
                unknown("apps[case=*-20, protocol=old].rate / apps[case=tree-*, protocol=old].rate"));
        assertEquals(
                "lists of 3 and 1 values do not go together: only one of them has [case=lis]",
                unknown("apps[case=*-20, protocol=old].rate / apps[case=*t-20, protocol=old].rate"));
        assertTrue(unknown("reads.rate - apps[case=t*-80, protocol=new].rate").contains("do not go together"));
        assertTrue(unknown("linear(reads.rate, apps[protocol=new, case=*-80].rate)")
                .contains("do not go together"));
    }

    @Test
    void shouldUseNamesAndNarrowThem() {
        assertArrayEquals(new double[] {4, 4, 5, 5, 6, 6}, eval("gain").numbers());
        assertEquals(6, number("best"));
        assertEquals(2.5, number("half[case=hash-20]"));
        assertEquals(Values.answer(true), eval("all(gain[case=*-20] <= gain[case=*-80])"));
        assertEquals(Values.answer(true), eval("all(half[case=*-20] < gain[case=*-80])"));
        assertEquals(4.5, number("mean(gain[case=tree*] + half[case=hash*]) - 2"));
        assertEquals("no value of 'gain' matches [case=tree]", unknown("gain[case=tree]"));
        assertEquals("'best' is one value, so [case=tree-20] cannot pick any of it", unknown("best[case=tree-20]"));
        assertEquals("s.yaml:3: nothing is named 'gian'.", refusal("1 + gian"));
    }

    @Test
    void shouldMissOnlyWhatAFailedPointYields() {
        List<PointOutcome> points = new ArrayList<>();
        points.add(point("a", Map.of("n", "1"), 1, 10));
        points.add(new PointOutcome("a", Map.of("n", "2"), 1, Map.of(), Map.of(), false, "it fell over"));
        PointTable table = new PointTable(points);
        Values tenth = parse("a.rate / 10").evaluate(table);
        assertEquals(1, tenth.narrowed(new Filter(Map.of("n", "1")), "tenth").single("it"));
        assertEquals(
                "a[n=2] failed: it fell over",
                assertThrows(
                                UnknownFigureException.class,
                                () -> parse("mean(a.rate / 10)").evaluate(table))
                        .getMessage());
        assertThrows(
                UnknownFigureException.class,
                () -> tenth.narrowed(new Filter(Map.of("n", "2")), "tenth").single("it"));
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
        return assertThrows(UnknownFigureException.class, () -> eval(text).numbers())
                .getMessage();
    }

    @Test
    void shouldRefuseWhatIsNoFormula() {
        assertEquals(
                "s.yaml:3: in '1 +': expected a number, a function, a name or a sweep at column 4.", refusal("1 +"));
        assertTrue(refusal("max(1").contains("expected ')'"));
        assertTrue(refusal("maximum(1)").contains("there is no function 'maximum'"));
        assertTrue(refusal("crossing(1, 2)").contains("takes 3 arguments, not 2"));
        assertTrue(refusal("1 2").contains("expected an operator at column 3"));
    }

    private static String refusal(String text) {
        return assertThrows(RefusedException.class, () -> eval(text)).getMessage();
    }
}
