// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointCostsTest {
    private static final PointRequest SMALL = point("smallbank", 3, "4", 1000);
    private static final PointRequest LARGE = point("smallbank", 9, "4", 1000);
    private static final PointRequest LONG = point("smallbank", 3, "4", 9000);
    private static final PointRequest PEAK = point("smallbank", 3, "peak", 1000);
    private static final PointRequest TPCC = point("tpcc", 3, "4", 1000);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void setUp() {
        file = folder.resolve(PointCosts.FILE);
    }

    private static PointRequest point(String workload, int nodes, String contexts, int measureUs) {
        return point(workload, nodes, contexts, measureUs, 2048);
    }

    private static PointRequest point(String workload, int nodes, String contexts, int measureUs, int heapMb) {
        Map<String, String> settings = Map.of(
                "workload",
                workload,
                "cluster.nodes",
                Integer.toString(nodes),
                "cluster.threads",
                "2",
                "load.contexts",
                contexts,
                "time.warmupUs",
                "100",
                "time.measureUs",
                Integer.toString(measureUs));
        List<String> sets =
                List.of("cluster.nodes=" + nodes, "load.contexts=" + contexts, "time.measureUs=" + measureUs);
        return new PointRequest(
                Path.of("home"),
                null,
                workload,
                sets,
                1,
                settings,
                "",
                Path.of("folder"),
                "shown",
                new WorkerKind(heapMb, true, false),
                60);
    }

    private static List<String> names(PointRequest... points) {
        return List.of(points).stream()
                .map(point -> PointCosts.name(point.mix(), point.sets()))
                .toList();
    }

    @Test
    void shouldGuessFromSizeTimeAndWorkloadWhereNothingRan() {
        PointCosts costs = PointCosts.read(file);
        assertEquals(
                List.of(LONG, TPCC, LARGE, PEAK, SMALL), costs.longestFirst(List.of(SMALL, PEAK, LARGE, TPCC, LONG)));
    }

    @Test
    void shouldKeepTheOrderOfWhatTakesTheSame() {
        PointRequest other = point("smallbank", 9, "4", 1000, 4096);
        assertEquals(List.of(LARGE, other, SMALL), PointCosts.unknown().longestFirst(List.of(SMALL, LARGE, other)));
    }

    @Test
    void shouldStartFirstWhatTookLongestLastTime() {
        PointCosts first = PointCosts.read(file);
        first.took(SMALL, 60, 700);
        first.took(LONG, 5, 500);
        first.keep(names(SMALL, LARGE, LONG));
        PointCosts next = PointCosts.read(file);
        assertEquals(List.of(SMALL, LONG), next.longestFirst(List.of(LONG, SMALL)));
        // A guess counts in seconds of those that are known: LARGE is 3 of SMALL's, of which both took 65 s for 9.3.
        assertEquals(List.of(SMALL, LARGE, LONG), next.longestFirst(List.of(LONG, LARGE, SMALL)));
    }

    @Test
    void shouldRememberPointsThatDidNotRunThisTimeAndForgetThoseThatAreGone() {
        PointCosts first = PointCosts.read(file);
        first.took(SMALL, 1, 700);
        first.took(LARGE, 9, 700);
        first.keep(names(SMALL, LARGE));
        PointCosts second = PointCosts.read(file);
        second.took(LONG, 3, 700);
        second.keep(names(SMALL, LONG));
        PointCosts third = PointCosts.read(file);
        assertEquals(875, third.memoryMb(SMALL));
        assertEquals(875, third.memoryMb(LONG));
        assertEquals(Room.guessMb(2048), third.memoryMb(LARGE), "no point of the study any more");
        assertFalse(Files.exists(folder.resolve(PointCosts.FILE + ".part")));
    }

    @Test
    void shouldReckonWithWhatAPointHeldAndAQuarterMore() {
        PointCosts costs = PointCosts.unknown();
        assertEquals(Room.guessMb(2048), costs.memoryMb(SMALL));
        costs.took(SMALL, 1, 800);
        costs.took(LARGE, 1, 0);
        assertEquals(1000, costs.memoryMb(SMALL));
        assertEquals(Room.guessMb(2048), costs.memoryMb(LARGE), "the system does not tell");
        assertEquals(
                Room.guessMb(4096),
                costs.memoryMb(point("smallbank", 3, "4", 1000, 4096)),
                "a greater heap may hold more");
    }

    @Test
    void shouldReckonWithNoMoreThanThereCanBe() {
        PointCosts costs = PointCosts.unknown();
        costs.took(SMALL, 1, 2300);
        assertEquals(Room.guessMb(2048), costs.memoryMb(SMALL));
    }

    /** It may have been killed for what it was thought to hold. */
    @Test
    void shouldForgetAPointThatFails() {
        PointCosts first = PointCosts.read(file);
        first.took(SMALL, 1, 800);
        first.took(LARGE, 1, 800);
        first.keep(names(SMALL, LARGE));
        PointCosts second = PointCosts.read(file);
        second.failed(SMALL);
        assertEquals(Room.guessMb(2048), second.memoryMb(SMALL));
        second.keep(names(SMALL, LARGE));
        PointCosts third = PointCosts.read(file);
        assertEquals(Room.guessMb(2048), third.memoryMb(SMALL));
        assertEquals(1000, third.memoryMb(LARGE));
    }

    @Test
    void shouldKnowNothingFromADamagedFile() throws IOException {
        Files.writeString(file, "point,heapMb,seconds,peakMb\n" + names(SMALL).get(0) + ",2048,9,70");
        assertEquals(87, PointCosts.read(file).memoryMb(SMALL));
        Files.writeString(file, "point,heapMb,seconds,peakMb\n" + names(SMALL).get(0) + ",2048,");
        assertEquals(Room.guessMb(2048), PointCosts.read(file).memoryMb(SMALL));
    }

    @Test
    void shouldSayThatResultsCountWhereItCannotBeKept() {
        PointCosts costs = PointCosts.read(folder.resolve("no/such").resolve(PointCosts.FILE));
        costs.took(SMALL, 1, 800);
        costs.keep(names(SMALL));
        assertEquals(1000, costs.memoryMb(SMALL));
    }
}
