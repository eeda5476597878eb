// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DescribeTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        board = new Board(home.folders(), ToyPlugin.registry(null));
    }

    private JsonNode described(String word) throws IOException {
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(board, home.console(), "describe", word, "--output", "json"),
                home.err());
        return new ObjectMapper().readTree(home.out());
    }

    private static JsonNode setting(JsonNode described, String name) {
        return StreamSupport.stream(described.path("settings").spliterator(), false)
                .filter(setting -> setting.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String texts(JsonNode list) {
        return String.join(
                " ",
                StreamSupport.stream(list.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "toy-txn,protocol", "toy-nic,hardware", "toy-slow,profile", "toy-bank,workload", "toy-program,program",
        "ops,mix", "pair,testbed", "shared,workload", "mix/ops,mix", "protocols/toy-txn,protocol"
    })
    void shouldDescribeEachKind(String word, String kind) throws IOException {
        JsonNode described = described(word);
        assertEquals(kind, described.path("of").asText());
        assertEquals(word.substring(word.indexOf('/') + 1), described.path("id").asText());
        assertTrue(described.path("description").isTextual());
        for (String list : List.of("needs", "offers", "promises", "settings")) {
            assertTrue(described.path(list).isArray(), list);
        }
        for (JsonNode setting : described.path("settings")) {
            for (String key : List.of("name", "default", "unit", "min", "max", "choices", "description", "source")) {
                assertTrue(setting.has(key), key);
            }
            assertFalse(setting.path("source").asText().isEmpty(), setting.toString());
        }
    }

    @Test
    void shouldSayWhatAProtocolNeedsPromisesAndSurvives() throws IOException {
        JsonNode described = described("toy-txn");
        assertEquals("PassesToys", texts(described.path("needs")));
        assertEquals("serializable", texts(described.path("promises")));
        assertEquals("loss", texts(described.path("survives")));
        assertEquals("toy-fast toy-slow", texts(described.path("runsOn")));
        JsonNode timeout = setting(described, "timeoutUs");
        assertEquals(100, timeout.path("default").asLong());
        assertEquals("us", timeout.path("unit").asText());
        assertEquals(1, timeout.path("min").asLong());
        assertEquals(1000, timeout.path("max").asLong());
        assertTrue(setting(described, "batching").path("default").isBoolean());
    }

    @Test
    void shouldSayWhereAnOwnDataSheetHasItsNumbersFrom() throws IOException {
        home.file(
                "conf/profiles/mine.yaml",
                "extends: toy-slow\nparameters:\n  engineNs: {value: 7, kind: derived, source: Mine 2}\n");
        JsonNode described = described("mine");
        assertTrue(described.path("own").asBoolean());
        assertEquals("conf/profiles/mine.yaml", described.path("where").asText());
        assertEquals("derived", setting(described, "engineNs").path("kind").asText());
        assertEquals("Mine 2", setting(described, "engineNs").path("source").asText());
        assertEquals("Toys 1.1", setting(described, "ports").path("source").asText());
    }

    @Test
    void shouldDescribeAStudyOfTheUsers() throws IOException {
        home.file("conf/studies/mine.yaml", "mix: ops\nsweep: {load.contexts: [1, 2], seed: [1, 2, 3]}\n");
        JsonNode described = described("mine");
        assertEquals("study", described.path("of").asText());
        assertEquals(6, described.path("points").asInt());
        assertEquals("1 2", texts(setting(described, "load.contexts").path("choices")));
    }

    @Test
    void shouldTellThePathOfAStudyFromThatOfAMix() throws IOException {
        home.file("own/study.yaml", "mix: ops\nsweep: {seed: [1, 2, 3]}\n");
        assertEquals(
                "study",
                described(home.home().resolve("own/study.yaml").toString())
                        .path("of")
                        .asText());
    }

    @Test
    void shouldTakeTheFirstKindOfANameAndNameTheOthers() throws IOException {
        home.file("conf/mixes/toy-txn.yaml", "testbed: pair\nprotocol: toy-ops\n");
        assertEquals("protocol", described("toy-txn").path("of").asText());
        assertEquals(
                "There is a mix 'toy-txn', too; 'describe mix/toy-txn' describes it.",
                home.err().strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "toy-tnx|There is nothing called 'toy-tnx', did you mean 'toy-txn'?",
                "store/toy|There is no store 'toy'; there are none.",
                "mix/obs|There is no mix 'obs', did you mean 'ops'?",
                "none.yaml|There is no file 'none.yaml'.",
            })
    void shouldMeetAMistakeWithOneSentence(String word, String sentence) {
        assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(board, home.console(), "describe", word));
        assertEquals(sentence, home.err().strip());
        assertEquals("", home.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIXES", "TESTBEDS", "PROFILES", "STUDIES"})
    void shouldMarkWhatIsOfTheUsersOwnAndSayWhereItLies(Kind kind) throws IOException {
        home.file("conf/" + kind.word() + "/mine.yaml", "description: of my own\n");
        RootCommand.execute(board, home.console(), "list", kind.word(), "--output", "json");
        JsonNode mine = StreamSupport.stream(
                        new ObjectMapper().readTree(home.out()).path("rows").spliterator(), false)
                .filter(row -> row.path("name").asText().equals("mine"))
                .findFirst()
                .orElseThrow();
        assertTrue(mine.path("own").asBoolean());
        assertEquals("conf/" + kind.word() + "/mine.yaml", mine.path("where").asText());
        assertEquals("of my own", mine.path("description").asText());
        assertTrue(board.names().of(kind).contains("mine"));
    }

    @Test
    void shouldListAnOverriddenMixOnce() {
        home.file("conf/mixes/ops.yaml", "seed: 2\n");
        RootCommand.execute(board, home.console(), "list", "mixes", "--output", "csv");
        assertTrue(home.out().contains("mix,ops,true,conf/mixes/ops.yaml,operations\n"), home.out());
        assertTrue(home.out().contains("mix,bank,false,mixes/bank.yaml,\n"), home.out());
        assertEquals(3, home.out().lines().count());
    }

    @Test
    void shouldShowADataSheet() throws IOException {
        JsonNode row = described("toy-slow").path("settings").get(0);
        assertEquals("engineNs", row.path("name").asText());
        assertEquals(99.5, row.path("default").asDouble());
        assertEquals("ns", row.path("unit").asText());
        assertEquals("assumed", row.path("kind").asText());
        assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(board, home.console(), "describe", "toy-slo"));
        assertTrue(home.err().contains("did you mean 'toy-slow'?"), home.err());
    }
}
