// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.cases.Ended;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.result.Json;
import org.junit.jupiter.api.Test;

class StatesTest {
    private static final Map<String, Object> TOTALS =
            Map.of("seeds", 3, "violations", 0, "stuck", 0, "refused", 0, "excused", 0);

    private static Ended ended(long seed, long full) {
        Map<String, Long> states = Map.of("log.full", full, "log.torn", 0L);
        return new Ended(seed, 100, "", Ended.Kind.VERIFIED, List.of(), Map.of(), states, "", null);
    }

    private static String printed(OutputFormat format, Reached reached) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Ended> all = List.of(ended(11, 0), ended(13, 5), ended(12, 2));
        new States(all)
                .table(TOTALS, Map.of(), Map.of("loss", 7L), reached)
                .print(format, "campaign", 1, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellHowManySeedsItTookToMeetAState() {
        Map<String, Object> met = new States(List.of(ended(13, 5), ended(11, 0), ended(12, 2))).json();
        assertEquals(Map.of("log.full", Map.of("seeds", 2L, "first", 12L, "after", 2L)), met);
    }

    @Test
    void shouldTellTheTimeOfTheClockToPeopleAlone() {
        Reached reached = new Reached();
        reached.restore(ended(13, 5), Json.tree(Map.of("seconds", 7.25)));
        reached.restore(ended(12, 2), Json.tree(Map.of("seconds", 9.5)));
        String table = printed(OutputFormat.TABLE, reached);
        assertTrue(table.contains("afterSeconds"), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("state +log[.]full +7 +2 +12 +7[.]3")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("state +log[.]torn +0 +0")), table);
        assertEquals(
                "what,name,count,seeds,first",
                printed(OutputFormat.CSV, null).lines().findFirst().orElseThrow());
    }

    /** What a campaign that goes on has run before counts. */
    @Test
    void shouldCountOnWhereItWasStopped() {
        Reached reached = new Reached();
        reached.restore(ended(1, 5), Json.tree(Map.of("seconds", 100)));
        reached.begin();
        double seconds = (double) reached.line(ended(2, 0)).get("seconds");
        assertTrue(seconds >= 100 && seconds < 1000, "after " + seconds);
        assertEquals(100, reached.of("log.full"));
    }
}
