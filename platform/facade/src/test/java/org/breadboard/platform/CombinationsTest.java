package org.breadboard.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.breadboard.platform.combinations.CombinationsRequest;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.RunRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CombinationsTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Breadboard breadboard;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        breadboard = new Breadboard(home.folders(), ToyPlugin.registry(null));
    }

    private List<JsonNode> ask(int trials, String... of) throws IOException {
        CombinationsRequest request = new CombinationsRequest(List.of(of), trials, OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, breadboard.combinations(request, home.console()), home.err());
        List<JsonNode> rows = new ArrayList<>();
        new ObjectMapper().readTree(home.out()).forEach(rows::add);
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
        List<JsonNode> rows = ask(CombinationsRequest.ALL, "toy-ops", "none");
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
        breadboard.combinations(
                new CombinationsRequest(List.of("toy-ops", "none"), 0, OutputFormat.TABLE), home.console());
        assertTrue(home.out().contains("toy-fast, toy-slow"), home.out());
    }

    @Test
    void shouldRefuseANameThatNothingHas() {
        CombinationsRequest request = new CombinationsRequest(List.of("toy-obs"), 0, OutputFormat.TABLE);
        assertEquals(ExitStatus.USER_MISTAKE, breadboard.combinations(request, home.console()));
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
        List<String> sets = List.of(
                "protocol=toy-ops", "hardware.profile=toy-fast", "switch=toy-program", "switch.profile=toy-tofino");
        assertEquals(
                ExitStatus.USER_MISTAKE,
                breadboard.newMix("mine", Optional.empty(), sets, OutputFormat.TABLE, home.console()));
        assertTrue(home.err().endsWith(near), home.err());
        home = new ToyHome(root);
        home.file("mixes/near.yaml", "protocol: toy-ops\nhardware.profile: toy-fast\n");
        assertEquals(
                ExitStatus.USER_MISTAKE,
                breadboard.checkMix("near", sets.subList(2, 4), OutputFormat.TABLE, home.console()));
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
        return breadboard.run(
                new RunRequest(mix, List.of(sets), OptionalLong.empty(), null, false, false, OutputFormat.JSON),
                home.console());
    }
}
