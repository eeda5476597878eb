// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.toy.ToyHome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyReaderTest {
    private static final String SWEEP = "mix: ops\nsweep: {load.contexts: [1, 2]}\n";

    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("claims/toys.csv", """
                id,paper,where,testbed,mix,quantity,comparator,value,unit,kind
                toys-rate,toys,"1, 2",pair,ops,rate,=,4.0,Mops,calibration
                """);
    }

    private Study read(String text) {
        home.file("studies/s.yaml", text);
        return new StudyReader(home.folders()).read("s");
    }

    private String refusal(String text) {
        return assertThrows(RefusedException.class, () -> read(text)).getMessage();
    }

    @Test
    void shouldCrossListsRangesAndCases() {
        Study study = read("""
                set: {time.measureUs: 5}
                repeat: 3
                sweeps:
                  one:
                    mix: ops
                    set: {time.warmupUs: 6}
                    sweep:
                      load.contexts: {from: 1, to: 9, factor: 3}
                      cluster.nodes: {from: 2, to: 5, step: 1.5}
                    cases:
                      fast: {protocol.workNs: 1}
                      slow: {protocol: {workNs: 2}, time.measureUs: 50}
                """);
        Study.Sweep sweep = study.sweeps().get(0);
        assertEquals(3 * 3 * 2, sweep.points().size());
        assertEquals(3, sweep.repeat());
        Study.Point last = sweep.points().get(17);
        assertEquals(Map.of("load.contexts", "9", "cluster.nodes", "5", "case", "slow"), last.parameters());
        assertEquals(
                List.of(
                        "time.measureUs=50",
                        "time.warmupUs=6",
                        "protocol.workNs=2",
                        "load.contexts=9",
                        "cluster.nodes=5"),
                last.sets());
        assertEquals("3.5", sweep.points().get(2).parameters().get("cluster.nodes"));
    }

    @Test
    void shouldTakeListsWhereAMixTakesThem() {
        Study study = read("""
                mix: ops
                set: {load: {phases: [0..1 for 5us, 1]}}
                sweep:
                  load.phases: [[0.5 for 5us, 1], 1]
                """);
        Study.Sweep sweep = study.sweeps().get(0);
        assertEquals(
                List.of(List.of("load.phases=0.5 for 5us, 1"), List.of("load.phases=1")),
                sweep.points().stream().map(Study.Point::sets).toList());
        Study fixed = read(SWEEP + "set: {load: {phases: [0..1 for 5us, 1]}}\n");
        assertTrue(
                fixed.sweeps().get(0).points().get(0).sets().contains("load.phases=0..1 for 5us, 1"), fixed.toString());
    }

    @Test
    void shouldTakeOneSweepAtTheTop() {
        Study study =
                read(SWEEP + "plot: {x: load.contexts, y: [latencyP50Us, latencyP99Us], series: load.contexts}\n");
        assertEquals("points", study.sweeps().get(0).name());
        assertEquals(
                List.of("latencyP50Us", "latencyP99Us"),
                study.sweeps().get(0).plot().ys());
    }

    @Test
    void shouldTakeATitleAndLogarithmicAxesOfAPlot() {
        Study.Plot plot = read(SWEEP
                        + "plot: {x: load.contexts, y: latencyP50Us, title: \"By contexts\", log: [x, y]}\n")
                .sweeps()
                .get(0)
                .plot();
        assertEquals("By contexts", plot.title());
        assertEquals(List.of("x", "y"), plot.log());
        assertTrue(refusal("mix: ops\nsweep: {load.contexts: [1]}\nplot: {x: load.contexts, y: latencyP50Us, log: z}\n")
                .startsWith("studies/s.yaml:3: 'log' names the logarithmic axes"));
    }

    @Test
    void shouldTakeWordsOfPublishedFiguresFromTheirTable() {
        Study study = read(SWEEP + "claims:\n  toys-rate: max(points.committedPerSecond) / 1e6\n"
                + "  own: {value: count(points.committedPerSecond), unit: points}\n");
        assertEquals("1, 2", study.claims().get(0).published().where());
        assertEquals("4.0", study.claims().get(0).published().value());
        assertEquals("", study.claims().get(1).published().value());
        assertEquals("points", study.claims().get(1).published().unit());
    }

    @Test
    void shouldRefuseWhatIsWrongWithItsLine() {
        assertEquals(
                "There is no study 'nothing'; there are: s.",
                assertThrows(RefusedException.class, () -> {
                            read(SWEEP);
                            new StudyReader(home.folders()).read("nothing");
                        })
                        .getMessage());
        assertTrue(refusal(SWEEP + "sweps: {}\n")
                .startsWith("studies/s.yaml:3: unknown key 'sweps', did you mean 'sweep"));
        assertTrue(refusal("mix: ops\n").contains("either 'sweeps', or one 'sweep'"));
        assertTrue(refusal("sweep: {load.contexts: [1]}\n").contains("names no mix"));
        assertTrue(refusal("mix: ops\nsweep:\n  a: {from: 1, to: 2}\n").contains("either 'step' or 'factor'"));
        assertTrue(refusal("mix: ops\nsweep:\n  a: {from: 1, to: 2, step: 0}\n").contains("must grow"));
        for (String twice : List.of("1, 2, 1", "1, 1.0", "10, 1e1", "a, b, a", "true, true")) {
            assertTrue(
                    refusal("mix: ops\nsweep: {load.contexts: [" + twice + "]}\n")
                            .contains(
                                    "stands twice under 'load.contexts', and would count as two seeds; give 'repeat' for those."));
        }
        assertTrue(refusal("mix: ops\nsweep: {a.b: [1, 2]}\ncases: {x: {c: 3}, y: {a: {b: 1}}}\n")
                .contains("case 'y' sets 'a.b', which the sweep gives each of its values"));
        assertTrue(refusal("mix: ops\nsweep: {a: []}\n").contains("between 1 and 2000 points, not 0"));
        assertTrue(
                refusal("mix: ops\nsweep: {a: {from: 1, to: 9999, step: 1}}\n").contains("points, not 2001"));
        assertTrue(refusal(SWEEP + "repeat: many\n").contains("whole number between 1 and 100, not 'many'"));
        assertTrue(refusal(SWEEP + "claims: {toys-rat: points.latencyP50Us}\n").contains("did you mean 'toys-rate'"));
        assertTrue(refusal(SWEEP + "claims: {toys-rate: point.latencyP50Us}\n").contains("there is no sweep 'point'"));
        assertTrue(
                refusal(SWEEP + "claims: {toys-rate: points.latencyP51Us}\n").contains("did you mean 'latencyP50Us'"));
        assertTrue(refusal(SWEEP + "claims: {toys-rate: 1 +}\n").startsWith("studies/s.yaml:3: in '1 +'"));
        assertTrue(refusal(SWEEP + "vary: {sheets: no}\n").endsWith(":3: 'sheets' is true or false, not 'no'."));
        assertTrue(refusal("sweeps: {a-b: {mix: ops}}\n").contains("cannot name a sweep"));
        assertTrue(refusal("mix: ops\nsweeps: {}\n").contains("'sweeps' has no sweep"));
        assertTrue(refusal("mix: ops\nsweep: {case: [a]}\n").contains("'case' is no key of a mix"));
        for (String plot : List.of(
                "{x: load.contexts, y: comittedPerSecond}",
                "{x: load.contextz, y: committedPerSecond}",
                "{x: load.contexts, y: [committedPerSecond, latencyP98Us]}",
                "{x: load.contexts, y: committedPerSecond, series: case}",
                "{x: load.contexts, y: committedPerSecond, series: [latencyP50Us]}")) {
            String said = refusal("mix: ops\nsweep: {load.contexts: [1, 2]}\nplot: " + plot + "\n");
            assertTrue(said.startsWith("studies/s.yaml:3: no point has '"), said);
        }
        assertTrue(refusal("mix: ops\nsweep: {load.contexts: [1, 2]}\nplot: {x: load.contexts, y: comittedPerSecond}\n")
                .contains("did you mean 'committedPerSecond'"));
        assertTrue(refusal("mix: ops\nplot: {x: a, y: b}\nsweeps: {all: {sweep: {load.contexts: [1]}}}\n")
                .startsWith("studies/s.yaml:2: a plot belongs to one sweep"));
    }

    private static final String APPS = """
            sweeps:
              apps:
                mix: ops
                sweep: {load.contexts: [1, 2]}
                cases: {tree-20: {protocol.workNs: 1}, hash-20: {protocol.workNs: 2}}
            """;

    private static final String CLAIM = "claims: {own: {value: %s}}\n";

    @Test
    void shouldReadNamedFormulasInAnyOrder() {
        Study study = read(APPS + """
                let:
                  half: "whole / 2"
                  whole: apps[case=*-20].load.contexts
                claims: {own: {value: "max(half[case=hash-20])"}}
                """);
        List<PointOutcome> points = study.sweeps().get(0).points().stream()
                .map(point -> new PointOutcome("apps", point.parameters(), 1, Map.of(), Map.of(), true, null))
                .toList();
        assertEquals(
                "no value of 'half' matches [case=hash-20]",
                ClaimRow.of(study.claims().get(0), new PointTable(points)).note());
        study = read(APPS + "let: {half: whole / 2, whole: apps.load.contexts}\n"
                + CLAIM.formatted("'max(half[case=hash-*])'"));
        assertEquals(
                1.0,
                ClaimRow.of(study.claims().get(0), new PointTable(points))
                        .model()
                        .number());
    }

    @Test
    void shouldRefuseWrongNamesWithTheirLine() {
        String lets = APPS + "let:\n  gain: max(apps.latencyP50Us)\n";
        assertEquals(
                "studies/s.yaml:8: there is no 'gains' under 'let', did you mean 'gain'; there are: gain.",
                refusal(lets + CLAIM.formatted("gains / 2")));
        assertEquals("studies/s.yaml:6: there is no 'gain' under 'let'.", refusal(APPS + CLAIM.formatted("gain")));
        assertEquals(
                "studies/s.yaml:6: sweep 'apps' stands without a figure, as in apps.committedPerSecond.",
                refusal(APPS + CLAIM.formatted("max(apps)")));
        assertEquals(
                "studies/s.yaml:9: 'a' is defined by itself: a, b, a.", refusal(lets + "  a: b + 1\n  b: 2 * a\n"));
        assertEquals(
                "studies/s.yaml:8: 'apps' cannot name a formula, since it is the name of a sweep.",
                refusal(lets + "  apps: 1\n"));
        assertEquals(
                "studies/s.yaml:8: 'mean' cannot name a formula, since it is the name of a function.",
                refusal(lets + "  mean: 1\n"));
        assertEquals(
                "studies/s.yaml:8: 'not' cannot name a formula, since it is a word of formulas.",
                refusal(lets + "  not: 1\n"));
        assertTrue(refusal(lets + "  a-b: 1\n").startsWith("studies/s.yaml:8: 'a-b' cannot name a formula; use"));
        assertTrue(refusal(lets + "  unused: app.latencyP50Us\n")
                .startsWith("studies/s.yaml:8: there is no sweep 'app', did you mean 'apps'"));
    }

    @Test
    void shouldRefuseAGlobThatMatchesNothing() {
        assertEquals(
                "studies/s.yaml:6: no point of sweep 'apps' has a 'case' like '*-80'.",
                refusal(APPS + CLAIM.formatted("'max(apps[case=*-80].latencyP50Us)'")));
        assertEquals(
                "studies/s.yaml:3: no point of sweep 'points' has a 'case' like '*'.",
                refusal(SWEEP + CLAIM.formatted("'max(points[case=*].latencyP50Us)'")));
        read(APPS + CLAIM.formatted("'max(apps[protocol.workNs=*].latencyP50Us)'"));
    }
}
