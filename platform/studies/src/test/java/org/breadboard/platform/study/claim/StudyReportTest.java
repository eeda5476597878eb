// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.junit.jupiter.api.Test;

class StudyReportTest {
    private static PointOutcome point(String protocol, String promise) {
        Map<String, String> row = Map.of("protocol", protocol, "promise", promise);
        return new PointOutcome("all", Map.of("protocol", protocol), 1, row, Map.of(), true, null);
    }

    @Test
    void shouldSayWhichPointsPromiseLess() {
        PointOutcome fasst = point("fasst", "strict-serializable");
        assertEquals(
                "Its points do not promise the same: snapshot isolation of snapshot; strictly serializable of drtmh, fasst."
                        + " What promises less may be faster for that alone.",
                StudyReport.promisesDiffer(List.of(
                        fasst, point("snapshot", "snapshot-isolation"), point("drtmh", "strict-serializable"))));
        assertNull(StudyReport.promisesDiffer(List.of(fasst, fasst)));
    }
}
