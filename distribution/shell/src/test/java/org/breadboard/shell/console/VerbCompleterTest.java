// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.hosting.PluginActions;
import org.breadboard.hosting.PluginState;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.breadboard.platform.verbs.Board;
import org.breadboard.shell.verb.PluginVerb;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbCompleterTest {
    private static final List<String> WORDS = Stream.of(
                    "run",
                    "list",
                    "mix",
                    "check",
                    "verify",
                    "bench",
                    "help",
                    "study",
                    "--set",
                    "--output",
                    "--",
                    "-",
                    "|",
                    ";",
                    "breadboard:run",
                    "x=1",
                    "'",
                    "\"",
                    "$x",
                    "{",
                    "\u00e9")
            .toList();

    @TempDir
    private Path home;

    @Test
    void shouldCompleteVerbs() {
        assertTrue(completed("").containsAll(List.of("run", "study", "list", "exit")));
    }

    @Test
    void shouldCompleteTheNamesOfMixesAfterRunAlsoAfterAPipe() throws Exception {
        Files.createDirectory(home.resolve("mixes"));
        Files.writeString(home.resolve("mixes/tiny.yaml"), "description: One node\n");
        assertEquals(List.of("tiny"), completed("run "));
        assertEquals(List.of("tiny"), completed("list ; run "));
        assertEquals(List.of("new", "check"), completed("mix "));
        assertEquals(List.of("tiny"), completed("mix check "));
        assertEquals(List.of("start", "watch", "swap", "metrics", "stop"), completed("live "));
        assertEquals(List.of("tiny"), completed("live start "));
        assertEquals(List.of("tiny"), completed("mix new other --from "));
    }

    @Test
    void shouldCompleteWhatIsOfTheUsersOwn() throws Exception {
        for (String kind : List.of("mixes", "testbeds", "profiles", "studies")) {
            Files.createDirectories(home.resolve("conf").resolve(kind));
            Files.writeString(home.resolve("conf").resolve(kind).resolve("own.yaml"), "description: mine\n");
        }
        assertEquals(List.of("own"), completed("run "));
        assertEquals(List.of("own"), completed("study "));
        assertEquals(List.of("testbed=own"), completed("run tiny --set testbed="));
        assertEquals(List.of("hardware.profile=own"), completed("run tiny --set hardware.profile="));
        assertTrue(completed("describe ").contains("own"));
    }

    @Test
    void shouldOfferToStartWhatIsStopped() {
        List<PluginActions.Row> rows = List.of(
                new PluginActions.Row("mine", "1", PluginState.STOPPED, false, "mine.jar", "", ""),
                new PluginActions.Row("other", "1", PluginState.ACTIVE, false, "other.jar", "", ""));
        PluginActions plugins = (PluginActions) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PluginActions.class}, (proxy, method, words) -> rows);
        VerbCompleter completer = new VerbCompleter(board(new PluginRegistry(), plugins));
        assertEquals(List.of("mine"), completed(completer, "plugin start "));
        assertEquals(List.of(), completed(completer, "plugin stop "));
    }

    @Test
    void shouldCompletePathsOfFilesAndFolders() throws Exception {
        Files.createDirectories(home.resolve("here/below"));
        Files.writeString(home.resolve("here/mine.yaml"), "");
        Files.writeString(home.resolve("here/notes.txt"), "");
        String here = home.resolve("here") + "/";
        assertEquals(List.of(here + "below/", here + "mine.yaml"), completed("run " + here));
        assertEquals(List.of(), completed("run " + here + "missing/"));
    }

    @Test
    void shouldCompleteTheValuesOfAnOption() {
        assertEquals(List.of("csv", "json", "table"), completed("list --output "));
    }

    @Test
    void shouldCompleteTheValuesOfARuntime() {
        assertEquals(List.of("sim", "live"), completed("run tiny --runtime "));
    }

    @Test
    void shouldCompleteThePlacesOfAStudy() {
        assertEquals(List.of("local", "slurm"), completed("study tiny --on "));
    }

    @Test
    void shouldCompleteTheValuesOfKeysThatChooseByName() throws Exception {
        Files.createDirectory(home.resolve("testbeds"));
        Files.writeString(home.resolve("testbeds/pair.yaml"), "description: Two nodes\n");
        assertEquals(List.of("testbed=pair"), completed("run tiny --set testbed="));
        assertEquals(List.of("runtime=sim", "runtime=live"), completed("run tiny --set runtime=s"));
        assertEquals(List.of("load.contexts=peak"), completed("run tiny --set load.contexts="));
        assertEquals(List.of(), completed("run tiny --set time.measureUs="));
        assertEquals(List.of("explore=true", "explore=false"), completed("run tiny --set explore="));
    }

    @Test
    void shouldCompleteTheKeysAndTheWordsOfWhatAnEarlierSetChooses() throws Exception {
        Files.createDirectory(home.resolve("mixes"));
        Files.writeString(home.resolve("mixes/tiny.yaml"), "description: One node\n");
        try (PluginRegistry registry = new PluginRegistry()) {
            registry.open(new OneWorkload());
            VerbCompleter completer = new VerbCompleter(board(registry, null));
            String shared = "run tiny --set protocol=talk --set workload=shared --set workload.a=bank --set ";
            assertFalse(completed(completer, "run tiny --set ").contains("workload.a.strict="));
            assertTrue(completed(completer, shared).contains("workload.a.strict="));
            assertEquals(
                    List.of("workload.a.strict=true", "workload.a.strict=false"),
                    completed(completer, shared + "workload.a.strict="));
            assertEquals(List.of("workload.a=bank"), completed(completer, shared + "workload.a="));
        }
    }

    @Test
    void shouldCompleteTheValuesThatPluginsBring() {
        try (PluginRegistry registry = new PluginRegistry()) {
            registry.open(new OneWorkload());
            VerbCompleter completer = new VerbCompleter(board(registry, null));
            assertEquals(List.of("workload=bank", "workload=shared"), completed(completer, "run tiny --set workload="));
            assertEquals(List.of(), completed(completer, "run tiny --set hardware="));
        }
    }

    /** Finds a plug-in with the workload {@code bank}. */
    private static final class OneWorkload implements PluginSource, Plugin, WorkloadType {
        @Override
        public void open(Listener listener) {
            listener.appeared(new PluginCandidate("here", "1", Optional.empty(), () -> this));
        }

        @Override
        public List<Refusal> refusals() {
            return List.of();
        }

        @Override
        public void close() {}

        @Override
        public String id() {
            return "bank";
        }

        @Override
        public String description() {
            return "a bank";
        }

        @Override
        public List<WorkloadType> workloads() {
            return List.of(this);
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of(Setting.flag("strict", false, "whether it is strict"));
        }

        @Override
        public List<ProtocolType> protocols() {
            return List.of(new Talk());
        }

        @Override
        public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
            throw new UnsupportedOperationException("nobody runs this");
        }
    }

    /** A protocol that can be chosen. */
    private static final class Talk implements ProtocolType {
        @Override
        public String id() {
            return "talk";
        }

        @Override
        public String description() {
            return "says nothing";
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public Set<Class<? extends Capability>> requires() {
            return Set.of();
        }

        @Override
        public int maxValueBytes() {
            return 8;
        }

        @Override
        public Protocol create(ProtocolContext context) {
            throw new UnsupportedOperationException("nobody runs this");
        }
    }

    @Test
    void shouldNotOfferAnOptionTwiceUnlessItMayBeRepeated() {
        List<String> offered = completed("run x --seed 1 --set a=b -");
        assertTrue(offered.contains("--set") && !offered.contains("--seed"), offered.toString());
    }

    @Test
    void shouldNeverThrow() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        VerbCompleter completer = completer();
        for (int line = 0; line < 500; line++) {
            StringBuilder text = new StringBuilder();
            for (int word = random.nextInt(6); word > 0; word--) {
                text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextBoolean() ? " " : "");
            }
            String typed = text.toString();
            assertDoesNotThrow(() -> completed(completer, typed), () -> "seed " + seed + ", line '" + typed + "'");
        }
    }

    private VerbCompleter completer() {
        return new VerbCompleter(board(new PluginRegistry(), null));
    }

    private Board board(PluginRegistry registry, PluginActions plugins) {
        Board board = new Board(home, registry);
        board.add(new PluginVerb(plugins));
        return board;
    }

    private List<String> completed(String typed) {
        return completed(completer(), typed);
    }

    private static List<String> completed(VerbCompleter completer, String typed) {
        ParsedLine line = new DefaultParser().parse(typed, typed.length(), Parser.ParseContext.COMPLETE);
        List<Candidate> candidates = new ArrayList<>();
        completer.complete(null, line, candidates);
        return candidates.stream().map(Candidate::value).toList();
    }
}
