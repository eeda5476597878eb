// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CombinationsTest {
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        board = new Board(home.folders(), ToyPlugin.registry(null));
    }

    private List<JsonNode> ask(int trials, String... of) throws IOException {
        String names = Stream.of(of).map(name -> " --of " + name).collect(Collectors.joining());
        String tried = trials == 0 ? "" : trials == ALL ? " --try" : " --try " + trials;
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(
                        board, home.console(), ToyHome.words("list combinations" + names + tried + " --output json")),
                home.err());
        List<JsonNode> rows = new ArrayList<>();
        new ObjectMapper().readTree(home.out()).path("rows").forEach(rows::add);
        return rows;
    }

    @Test
    void shouldSayOfEachCombinationWhetherItRuns() throws IOException {
        List<JsonNode> rows = ask(0, "toy-ops", "toy-fast", "none");
        assertEquals("""
                {"protocol":"toy-ops","profile":"toy-fast","program":"none","workload":"none","runs":true,"reason":""}""", rows.get(0).toString());
        assertTrue(rows.stream()
                .anyMatch(row -> row.path("program").asText().equals("toy-program")
                        && row.path("reason")
                                .asText()
                                .startsWith("program 'toy-program' judges packets of the format 'toys'")));
    }

    @Test
    void shouldGiveTheReasonOfTheRefusalOfARun() throws IOException {
        String reason =
                ask(0, "needy", "toy-slow", "other-bank").get(0).path("reason").asText();
        assertEquals(
                "protocol 'needy' asks for Magic, which hardware 'toy-nic' with profile 'toy-slow' does not offer; no"
                        + " installed plug-in offers it.",
                reason);
        home = new ToyHome(root);
        home.file(
                "mixes/same.yaml",
                "protocol: needy\nworkload: other-bank\nhardware.profile: toy-slow\ncluster.nodes: 2\n");
        assertEquals(ExitStatus.USER_MISTAKE, run("same"));
        assertEquals("mixes/same.yaml:1: " + reason + "\n", home.err());
    }

    @Test
    void shouldLetAPluginThatThrowsBeTheReason() throws IOException {
        for (JsonNode row : ask(0, "toy-txn", "toy-fast", "none")) {
            assertFalse(row.path("runs").asBoolean());
            assertTrue(
                    row.path("reason")
                            .asText()
                            .startsWith("Plug-in 'toy' threw IllegalStateException (nobody runs this) at org."),
                    row.toString());
        }
    }

    @Test
    void shouldAskOfTheUsersDataSheets() throws IOException {
        home.file("conf/profiles/mine.yaml", "extends: toy-fast\ndevice: My own\n");
        home.file("conf/profiles/broken.yaml", "extends: toy-fst\n");
        assertTrue(ask(0, "toy-ops", "mine", "none").get(0).path("runs").asBoolean());
        home = new ToyHome(root);
        String reason =
                ask(0, "toy-ops", "broken", "none").get(0).path("reason").asText();
        assertTrue(reason.endsWith("there is no profile 'toy-fst', did you mean 'toy-fast'?"), reason);
    }

    @Test
    void shouldTryWhatRuns() throws IOException {
        List<JsonNode> rows = ask(ALL, "toy-ops", "none");
        for (JsonNode row : rows) {
            assertEquals(row.path("runs").asBoolean(), row.path("committed").asLong() > 0, row.toString());
        }
        home = new ToyHome(root);
        List<JsonNode> one = ask(1, "toy-ops", "none");
        assertEquals(
                1, one.stream().filter(row -> row.path("committed").isNumber()).count());
    }

    @Test
    void shouldPrintCombinationsOfWhichTheSameIsSaidOnOneLineForPeople() {
        RootCommand.execute(board, home.console(), ToyHome.words("list combinations --of toy-ops --of none"));
        assertTrue(home.out().contains("toy-fast, toy-slow"), home.out());
    }

    @Test
    void shouldRefuseANameThatNothingHas() {
        assertEquals(
                ExitStatus.USER_MISTAKE,
                RootCommand.execute(board, home.console(), ToyHome.words("list combinations --of toy-obs")));
        assertEquals(
                "No protocol, profile, program or workload that can be combined is called 'toy-obs', did you mean 'toy-ops'?\n",
                home.err());
    }

    @Test
    void shouldNameWhatRunsNearARefusedCombination() {
        home.file(
                "mixes/near.yaml",
                "protocol: toy-ops\nhardware.profile: toy-fast\nswitch: toy-program\nswitch.profile: toy-tofino\n");
        assertEquals(ExitStatus.USER_MISTAKE, run("near"));
        assertTrue(home.err().endsWith(" What does run, if you change that alone: switch=none.\n"), home.err());
        assertEquals(1, home.err().lines().count());
    }

    @Test
    void shouldNameWhatRunsNearbyWhereAMixIsCheckedOrWritten() {
        String near = " What does run, if you change that alone: switch=none.\n";
        String[] sets = {
            "protocol=toy-ops", "hardware.profile=toy-fast", "switch=toy-program", "switch.profile=toy-tofino"
        };
        assertEquals(
                ExitStatus.USER_MISTAKE,
                RootCommand.execute(board, home.console(), ToyHome.words("mix new mine", sets)));
        assertTrue(home.err().endsWith(near), home.err());
        home = new ToyHome(root);
        home.file("mixes/near.yaml", "protocol: toy-ops\nhardware.profile: toy-fast\n");
        assertEquals(
                ExitStatus.USER_MISTAKE,
                RootCommand.execute(board, home.console(), ToyHome.words("mix check near", sets[2], sets[3])));
        assertTrue(home.err().endsWith('\n' + near.strip() + '\n'), home.err());
    }

    @Test
    void shouldNameOnlyWhatTheUsersMixRunsWith() {
        home.file("mixes/near.yaml", """
                protocol: toy-ops
                hardware.profile: toy-fast
                switch: toy-program
                switch.profile: toy-tofino
                load.contexts: 5000
                """);
        assertEquals(ExitStatus.USER_MISTAKE, run("near"));
        assertTrue(home.err().contains("judges packets of the format"), home.err());
        assertFalse(home.err().contains("What does run"), home.err());
    }

    @Test
    void shouldNameNothingNearWhereADataSheetIsWrong() {
        home.file("conf/profiles/broken.yaml", "extends: toy-fst\n");
        assertEquals(ExitStatus.USER_MISTAKE, run("ops", "hardware.profile=broken"));
        assertTrue(home.err().endsWith("there is no profile 'toy-fst', did you mean 'toy-fast'?\n"), home.err());
    }

    @Test
    void shouldNameNothingNearWhereSomethingElseIsWrong() {
        assertEquals(ExitStatus.USER_MISTAKE, run("ops", "load.contexts=5000"));
        assertFalse(home.err().contains("What does run"), home.err());
    }

    private ExitStatus run(String mix, String... sets) {
        return RootCommand.execute(board, home.console(), ToyHome.words("run " + mix + " --output json", sets));
    }
}
