// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.junit.jupiter.api.Test;

/** A point with four seeds, in the last of which alone something was counted. */
class StudyMeansTest {
    private static final String RARE = "abortedPerSecond.locked";
    private static final List<PointOutcome> POINTS = points();

    private static List<PointOutcome> points() {
        List<PointOutcome> points = new ArrayList<>();
        for (int seed = 1; seed <= 4; seed++) {
            Map<String, Double> figures =
                    seed == 4 ? Map.of("committedPerSecond", 10.0, RARE, 8.0) : Map.of("committedPerSecond", 10.0);
            points.add(new PointOutcome("points", Map.of("load.contexts", "2"), seed, Map.of(), figures, true, null));
        }
        return points;
    }

    @Test
    void shouldTakeWhatWasNeverCountedForNothing() {
        Map<String, String> row = Csv.parse(new StudyMeans(POINTS).csv()).get(0);
        assertEquals("2", row.get(RARE));
        // Student's t of three degrees of freedom, 3.182, times the standard error, which is 2.
        assertEquals(6.365, Double.parseDouble(row.get(RARE + ".ci95")), 0.001);
        assertEquals("10", row.get("committedPerSecond"));
    }

    @Test
    void shouldPlotTheSameMean() {
        Study.Plot plot = new Study.Plot("load.contexts", List.of(RARE), List.of(), "", List.of());
        Study.Sweep sweep = new Study.Sweep("points", "ops", List.of(), 4, 60, 0, 1, Study.Compiler.FULL, plot);
        Chart chart = new StudyCharts(sweep, POINTS, key -> Optional.empty()).plot();
        assertEquals(List.of(2.0), chart.series().get(0).ys());
    }

    @Test
    void shouldDrawAxesTitleAndLegendAsThePlotAsks() {
        Study.Plot plot = new Study.Plot(
                "load.contexts", List.of(RARE), List.of("load.contexts"), "Rare by contexts", List.of("x"));
        Study.Sweep sweep = new Study.Sweep("points", "ops", List.of(), 4, 60, 0, 1, Study.Compiler.FULL, plot);
        Chart chart = new StudyCharts(sweep, POINTS, key -> Optional.empty()).plot();
        assertEquals("Rare by contexts", chart.title());
        assertEquals(Axis.Scale.LOG, chart.x().scale());
        assertEquals(Axis.Scale.LINEAR, chart.y().scale());
        assertEquals("load.contexts", chart.legend());
    }

    @Test
    void shouldHaveAColumnForEachKey() {
        PageTable table =
                new StudyMeans(POINTS).table("points", key -> key + " (1)").orElseThrow();
        assertEquals("load.contexts (1)", table.header().get(0));
        assertEquals("seeds", table.header().get(1));
        assertEquals("4", table.texts().get(0).get(1));
    }
}
