// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What-if through the facade; its runs are real JVMs. */
@Tag("slow")
final class WhatIfTest {
    private static final String PROPERTY = "breadboard.results";

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        System.setProperty(PROPERTY, home.results().toString());
        board = new Board(home.home(), ToyPlugin.registry(home.serviceJar()));
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
    }

    private ExitStatus whatIf(List<String> sets, List<String> parameters, OutputFormat output) {
        String line = "whatif ops --seed 7 --parallel 2 --output "
                + output.name().toLowerCase(Locale.ROOT)
                + (parameters.isEmpty() ? "" : " --parameter " + String.join(",", parameters));
        return RootCommand.execute(board, home.console(), ToyHome.words(line, sets.toArray(new String[0])));
    }

    private static JsonNode row(JsonNode rows, String resource, double factor) {
        for (JsonNode row : rows) {
            if (row.path("resource").asText().equals(resource)
                    && row.path("factor").asDouble() == factor) {
                return row;
            }
        }
        throw new AssertionError(resource + " x " + factor + " is not in " + rows);
    }

    @Test
    void shouldTellWhatAFasterStageBuysAndWhatStandsBehindIt() throws IOException {
        assertEquals(ExitStatus.DONE, whatIf(List.of(), List.of(), OutputFormat.JSON), home.err());
        JsonNode answer = new ObjectMapper().readTree(home.out());
        double usual = answer.path("baseline").path("committedPerSecond").asDouble();
        JsonNode twice = row(answer.path("steps"), "thread", 2);
        assertEquals(2 * usual, twice.path("committedPerSecond").asDouble(), usual * 0.02);
        assertEquals(1, twice.path("elasticity").asDouble(), 0.02);
        assertEquals(
                1, row(answer.path("steps"), "thread", 1.1).path("elasticity").asDouble(), 0.2);
        assertEquals(
                0, row(answer.path("steps"), "travel", 2).path("elasticity").asDouble(), "toys travel nowhere");
        JsonNode first = answer.path("ladder").get(0);
        assertEquals("thread", first.path("resource").asText());
        assertEquals(2, first.path("gain").asDouble(), 0.02);
        assertEquals(twice.path("committedPerSecond"), first.path("committedPerSecond"), "they are one run");

        Path latest = home.results().resolve("whatif-ops/latest");
        assertTrue(Files.readString(latest.resolve("report.html")).contains("The ladder of bottlenecks"));
        assertEquals(
                home.out().strip(),
                Files.readString(latest.resolve("summary.json")).strip());
    }

    @Test
    void shouldTellWhatABetterNumberBuys() throws IOException {
        ExitStatus status = whatIf(List.of(), List.of("protocol.workNs"), OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, status, home.err());
        JsonNode answer = new ObjectMapper().readTree(home.out());
        assertEquals(2, answer.path("steps").size());
        assertEquals(0, answer.path("ladder").size());
        JsonNode twice = row(answer.path("steps"), "protocol.workNs", 2);
        assertEquals("500", twice.path("value").asText());
        assertEquals(1, twice.path("elasticity").asDouble(), 0.02);
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        refused(List.of(), List.of("protocol.workN"), "did you mean 'protocol.workNs'?");
        refused(List.of("protocol.workNs=1"), List.of("protocol.workNs"), "cannot be 1.1 times as good");
        refused(List.of("runtime=live"), List.of(), "runs live, but what would be is exact in virtual time only");
        refused(List.of("whatif.speeds=host"), List.of(), "'whatif.speeds' takes groups of stages or resources");
        refused(List.of("runtime=live", "whatif.speeds=host=2"), List.of(), "real threads are as fast as they are");
    }

    private void refused(List<String> sets, List<String> parameters, String sentence) {
        assertEquals(ExitStatus.USER_MISTAKE, whatIf(sets, parameters, OutputFormat.TABLE), home.err());
        assertTrue(home.err().contains(sentence), home.err());
        assertFalse(Files.exists(home.results().resolve("whatif-ops/latest")));
    }

    @Test
    void shouldSayThatARunFailed() {
        ExitStatus status = whatIf(List.of("whatif.speeds=hots=2"), List.of(), OutputFormat.TABLE);
        assertEquals(ExitStatus.FAILED, status);
        assertTrue(
                home.err().contains("The run 'baseline' failed: No stage or resource of this cluster is called 'hots'"),
                home.err());
        assertFalse(Files.exists(home.results().resolve("whatif-ops/latest")), "nothing was measured");
    }
}
