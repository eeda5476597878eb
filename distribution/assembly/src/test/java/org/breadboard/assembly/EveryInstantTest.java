// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Campaigns that have a fault strike one small run at each of its instants, as a user calls them. */
@Tag("slow")
final class EveryInstantTest {
    private static TestBoard board;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        board = new TestBoard();
    }

    @AfterAll
    static void close() {
        board.close();
    }

    private ExitStatus say(String options, String... sets) {
        return board.say(folder, new Cancellation(), Words.of("campaign --output json " + options, sets));
    }

    private static JsonNode printed() throws IOException {
        assertEquals(List.of(), new OutputSchema().errors(board.out()));
        return new ObjectMapper().readTree(board.printed());
    }

    @Test
    void shouldTryEachInstantHoweverManyThreadsThereAre() throws IOException {
        String every = "--every step --protocol sw-impl --nemesis crash,power-loss";
        assertEquals(ExitStatus.DONE, say(every + " --parallel 1"), board::err);
        JsonNode one = printed();
        JsonNode instants = one.path("instants").path("sw-impl");
        assertTrue(instants.path("crash").asInt() > 100, instants::toString);
        assertEquals(instants.path("crash").asInt(), instants.path("power-loss").asInt());
        assertEquals(2 * instants.path("crash").asInt(), one.path("seeds").asInt());
        assertEquals(
                instants.path("crash").asInt() * 4,
                one.path("faults").path("crash").asInt()
                        + one.path("faults").path("power-loss").asInt());
        assertEquals(ExitStatus.DONE, say(every + " --parallel 3"), board::err);
        assertEquals(one, printed());
    }

    @Test
    void shouldTryArrivalsOfMessages() throws IOException {
        assertEquals(ExitStatus.DONE, say("--every arrival --protocol fasst,nocc --seeds 120"), board::err);
        JsonNode told = printed();
        assertEquals(120, told.path("seeds").asInt());
        for (String protocol : List.of("fasst", "nocc")) {
            for (String fault : List.of("crash", "nic-crash", "qp-error", "power-loss")) {
                assertTrue(told.path("instants").path(protocol).path(fault).asInt() > 100, told::toString);
            }
        }
    }

    /** A recovery that takes no records out of the logs that it drains loses what has committed. */
    @Test
    void shouldFindARecoveryThatLeavesSomethingOut() throws IOException {
        String every = "--every step --protocol fasst --nemesis power-loss --seeds 200 --fail-fast";
        assertEquals(ExitStatus.FAILED, say(every, "protocol.breakage=skip-log-scan"));
        JsonNode failure = printed().path("failures").get(0);
        String replay = failure.path("replay").asText();
        assertTrue(replay.contains("faults.at=power-loss@step:"), replay);
        List<String> words = Words.of(replay + " --output json");
        assertEquals(ExitStatus.FAILED, board.say(folder, new Cancellation(), words.subList(1, words.size())), replay);
    }

    /** What is torn is a step of one machine; all of them come back with what they have. */
    @Test
    void shouldTearStepsBetweenTwoStores() throws IOException {
        assertEquals(ExitStatus.DONE, say("--every store --protocol nocc,fasst,drtmr"), board::err);
        JsonNode told = printed();
        assertTrue(told.path("seeds").asInt() > 2000, told::toString);
        assertEquals(
                told.path("seeds").asInt() * 3,
                told.path("faults").path("power-loss").asInt());
    }

    /** These write what is logged in place, half of a record as well: whoever recovers writes it again. */
    @ParameterizedTest
    @ValueSource(strings = {"hades", "hades-h", "sw-impl"})
    void shouldMendRecordsThatAreHalfWritten(String protocol) throws IOException {
        assertEquals(ExitStatus.DONE, say("--every store --seeds 500 --protocol " + protocol), board::err);
        assertEquals(500, printed().path("seeds").asInt());
    }

    @Test
    void shouldSayWhatItCannotTry() {
        assertEquals(ExitStatus.USER_MISTAKE, say("--every night"));
        assertTrue(
                board.sentence().startsWith("--every knows no 'night'; it takes step, arrival, store"),
                board::sentence);
        assertEquals(ExitStatus.USER_MISTAKE, say("--every store --protocol fasst --nemesis crash"));
        assertTrue(board.sentence().startsWith("No fault strikes at a store"), board::sentence);
        assertEquals(ExitStatus.USER_MISTAKE, say("--every step --protocol fasst", "faults.at=crash@step:1"));
        assertTrue(board.sentence().startsWith("--every has a fault at each instant; leave --set faults.at out"));
        List<String> live = Words.of("run fasst-smallbank --runtime live --set faults.at=crash@step:1");
        assertEquals(ExitStatus.USER_MISTAKE, board.say(folder, new Cancellation(), live));
        assertTrue(
                board.sentence().contains("faults.at: only virtual time can do 'crash@step:1', but runtime is live"),
                board::sentence);
    }
}
