// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mix new} and {@code mix check}. */
final class MixVerbTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        board = new Board(home.folders(), ToyPlugin.registry(null));
    }

    private ExitStatus make(String name, String from, String... sets) {
        List<String> words = new ArrayList<>(List.of("mix", "new", name));
        if (from != null) {
            words.addAll(List.of("--from", from));
        }
        Stream.of(sets).forEach(set -> words.addAll(List.of("--set", set)));
        return RootCommand.execute(board, home.console(), words);
    }

    private Map<String, String> resolved(String mix, String... sets) {
        return new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders())
                .resolve(MixRequest.of(mix, List.of(sets)))
                .texts();
    }

    /** What is missing, by what was asked for. */
    private Map<String, String> missing(String mix, ExitStatus expected) throws IOException {
        ExitStatus status = RootCommand.execute(board, home.console(), "mix", "check", mix, "--output", "json");
        assertEquals(expected, status, home.err());
        Map<String, String> missing = new TreeMap<>();
        for (JsonNode row : new ObjectMapper().readTree(home.out()).path("rows")) {
            if (!row.path("missing").asText().isEmpty()) {
                missing.put(
                        row.path("asksFor").asText(),
                        row.path("where").asText() + " " + row.path("missing").asText());
            }
        }
        return missing;
    }

    @ParameterizedTest
    @CsvSource({"ops", "bank"})
    void shouldWriteAMixThatIsTheOneItBeginsWith(String from) throws IOException {
        assertEquals(ExitStatus.DONE, make("mine", from), home.err());
        assertEquals(resolved(from), resolved("mine"));
        String text = Files.readString(home.home().resolve("conf/mixes/mine.yaml"));
        assertTrue(text.contains("#   nodes: 2"), text);
        assertTrue(text.contains("# machines [1 to 1024]"), text);
    }

    @Test
    void shouldSayWhereTimesAreVirtual() throws IOException {
        make("mine", "ops");
        assertTrue(Files.readString(home.home().resolve("conf/mixes/mine.yaml")).contains("\ntimes: virtual "));
        assertEquals(resolved("ops", "runtime=live"), resolved("mine", "runtime=live"));
        make("real", "ops", "runtime=live");
        assertFalse(
                Files.readString(home.home().resolve("conf/mixes/real.yaml")).contains("times: virtual"));
    }

    @Test
    void shouldNameOptionalSettingsInAComment() throws IOException {
        make("mine", "ops");
        String text = Files.readString(home.home().resolve("conf/mixes/mine.yaml"));
        assertTrue(text.contains("# thinkUs: "), text);
        assertTrue(text.contains("# phases: "), text);
    }

    @Test
    void shouldTakeOverThatThereIsNoSwitch() {
        home.file("mixes/switched.yaml", "testbed: pair\nprotocol: toy-ops\nswitch.profile: toy-tofino\n");
        make("mine", "switched", "switch.profile=none");
        assertEquals("none", resolved("mine").get("switch.profile"), home.err());
    }

    @Test
    void shouldTakeOverWhatIsSet() {
        make("mine", "ops", "protocol.workNs=5", "load.contexts=2");
        assertEquals("5", resolved("mine").get("protocol.workNs"));
        assertEquals("2", resolved("mine").get("load.contexts"));
    }

    @Test
    void shouldWriteAMixOfPartsToAPath() throws IOException {
        Path file = root.resolve("a folder/of-parts.yaml");
        assertEquals(
                ExitStatus.DONE,
                make(file.toString(), null, "protocol=toy-txn", "workload=toy-bank", "hardware.profile=toy-slow"));
        assertEquals("toy-bank", resolved(file.toString()).get("workload"));
        assertEquals("99.5", resolved(file.toString()).get("hardware.engineNs"));
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Path mine = home.file("conf/mixes/mine.yaml", "seed: 4\n");
        assertEquals(ExitStatus.USER_MISTAKE, make("mine", "ops"));
        assertEquals(ExitStatus.USER_MISTAKE, make("bank", "ops"));
        assertEquals(ExitStatus.USER_MISTAKE, make(mine.toString(), "ops"));
        assertEquals("seed: 4\n", Files.readString(mine));
        assertEquals(
                3,
                home.err()
                        .lines()
                        .filter(line -> line.contains("nothing is overwritten"))
                        .count());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "../mine|The path '../mine' does not end in .yaml",
                "a b|'a b' cannot be the name of a mix",
                "mine|asks for Magic, which hardware 'toy-nic' with profile 'toy-fast' does not offer",
            })
    void shouldWriteNothingThatCouldNotRun(String name, String sentence) {
        assertEquals(ExitStatus.USER_MISTAKE, make(name, "bank", "protocol=needy"));
        assertTrue(home.err().contains(sentence), home.err());
        assertFalse(Files.exists(home.home().resolve("conf/mixes/mine.yaml")));
    }

    @Test
    void shouldFindNothingMissingInAMixThatRuns() throws IOException {
        assertEquals(Map.of(), missing("ops", ExitStatus.DONE));
        assertTrue(home.out().contains("\"a cluster like this\""), home.out());
    }

    @Test
    void shouldSayWhatThrowsWhenItIsBuilt() throws IOException {
        Map<String, String> missing = missing("bank", ExitStatus.USER_MISTAKE);
        assertTrue(home.out().contains("\"PassesToys\""), home.out());
        String thrown = missing.get("a cluster like this");
        assertTrue(thrown.contains("Plug-in 'toy' threw IllegalStateException (nobody runs this)"), missing.toString());
    }

    @Test
    void shouldSayAllThatIsMissingAtOnceAndWhere() throws IOException {
        home.file("conf/mixes/mine.yaml", """
                testbed: pair
                protocol: needy
                workload: {id: toy-bank, ordered: true}
                seed: many
                network.duplication: 0.1
                nonsense: 1
                cluster.replication: 3
                """);
        Map<String, String> missing = missing("mine", ExitStatus.USER_MISTAKE);
        assertEquals(
                List.of(
                        "Magic",
                        "a legal value",
                        "a protocol that survives duplication",
                        "nodes for 3 copies",
                        "nonsense",
                        "table 'toys' in order"),
                List.copyOf(missing.keySet()));
        assertTrue(missing.get("Magic").startsWith("conf/mixes/mine.yaml:2 protocol 'needy' asks for Magic"));
        assertTrue(missing.get("nonsense").startsWith("conf/mixes/mine.yaml:6 unknown key"));
        assertEquals("Mix 'mine' cannot run: 6 things are missing.", home.err().strip());
    }

    @Test
    void shouldRefuseARunWithASentenceOfTheReport() throws IOException {
        home.file("conf/mixes/mine.yaml", "testbed: pair\nprotocol: needy\nworkload: toy-bank\n");
        String missing = missing("mine", ExitStatus.USER_MISTAKE).get("Magic");
        RootCommand.execute(board, home.console(), "describe", "mix/mine");
        assertTrue(home.err().contains(missing.replaceFirst(" ", ": ")), home.err());
    }

    @Test
    void shouldEndWhereNothingElseCanBeAsked() throws IOException {
        home.file("conf/mixes/mine.yaml", "testbed: pair\nprotocol: toy-tnx\nworkload: toy-bnk\n");
        assertEquals(
                Map.of(
                        "protocol 'toy-tnx'",
                        "conf/mixes/mine.yaml:2 no installed plug-in brings the protocol 'toy-tnx', did you mean 'toy-txn'?"),
                missing("mine", ExitStatus.USER_MISTAKE));
    }
}
