// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NextPointTest {
    private static final PointRequest FASST_1 = point("fasst", "1");
    private static final PointRequest FASST_9 = point("fasst", "9");
    private static final PointRequest DRTMH_1 = point("drtmh", "1");
    private static final PointRequest DRTMH_9 = point("drtmh", "9");
    private static final List<PointRequest> WAITING = List.of(FASST_1, DRTMH_1, FASST_9, DRTMH_9);

    private static PointRequest point(String protocol, String contexts) {
        Map<String, String> settings =
                Map.of("cluster.nodes", "3", "protocol", protocol, "workload.scale", "0.1", "load.contexts", contexts);
        return new PointRequest(
                Path.of("home"),
                null,
                "mix",
                List.of(),
                1,
                settings,
                "",
                Path.of("folder"),
                "shown",
                new WorkerKind(64, true, false),
                60);
    }

    @Test
    void shouldTellBeginningsThatDifferInMoreThanTheirLoad() {
        assertEquals(FASST_1.beginning(), FASST_9.beginning());
        assertNotEquals(FASST_1.beginning(), DRTMH_1.beginning());
    }

    @Test
    void shouldGiveAWorkerWhatBeginsAsItsLastPointDid() {
        assertSame(DRTMH_1, NextPoint.of(WAITING, Set.of(DRTMH_9.beginning()), Set.of()));
    }

    @Test
    void shouldRatherBeginAnewThanFillTheSameTwice() {
        assertSame(FASST_1, NextPoint.of(WAITING, Set.of(), Set.of()));
        assertSame(DRTMH_1, NextPoint.of(WAITING, Set.of(), Set.of(FASST_1.beginning())));
        assertSame(FASST_1, NextPoint.of(WAITING, Set.of(), Set.of(FASST_1.beginning(), DRTMH_1.beginning())));
    }
}
