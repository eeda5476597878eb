// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All studies through the facade. */
@Tag("slow")
final class ReproduceTest {
    private static final String PROPERTY = "breadboard.results";
    private static final String STUDY = """
            mix: ops
            sweep: {protocol.workNs: [%s]}
            claims:
              %s
            """;

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;
    private Path docs;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        home.file("claims/toys.csv", """
                id,paper,where,testbed,mix,quantity,comparator,value,unit,kind
                toys-rate,toys,1,pair,ops,rate,=,5.0,Mops,calibration
                bricks-rate,bricks,1,pair,ops,rate,=,2.0,Mops,prediction
                """);
        home.file("studies/first.yaml", STUDY.formatted("1000", "toys-rate: max(points.committedPerSecond) / 1e6"));
        home.file(
                "studies/second.yaml",
                STUDY.formatted("1000, 2000", "bricks-rate: min(points.committedPerSecond) / 1e6"));
        docs = Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                docs.resolve("fidelity.template.md"),
                "Toys {{toys-rate 0.00}}, {{error toys-rate}}; bricks {{bricks-rate 0.00}}.\n");
        Files.writeString(docs.resolve("fidelity.csv"), """
                study,claim,model,error,spread
                second,bricks-rate,1.23,-0.385,
                first,toys-rate,9,0.8,
                """);
        System.setProperty(PROPERTY, home.results().toString());
        board = new Board(home.home(), ToyPlugin.registry(home.serviceJar()));
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
    }

    private ExitStatus reproduce(String paper, boolean resume) {
        String line = "reproduce" + (paper == null ? "" : " " + paper) + (resume ? " --resume" : "");
        return RootCommand.execute(board, home.console(), ToyHome.words(line + " --parallel 1 --docs " + docs));
    }

    /** Where results go somewhere else than usually, the command says so, too. */
    private String again() {
        return "./breadboard --results " + home.results() + " reproduce --resume";
    }

    private String page() throws IOException {
        return Files.readString(docs.resolve("fidelity.md"));
    }

    @Test
    void shouldWriteThePageFromWhatStudiesYield() throws IOException {
        assertEquals(ExitStatus.DONE, reproduce(null, false), home.err());
        assertEquals("Toys 4.00, −20.0%; bricks 2.00.\n".replace("−20.0%", "**−20%**"), page());
        assertTrue(Files.readString(docs.resolve("fidelity.csv"))
                .startsWith("study,claim,model,error,spread,range,published,quantity\nsecond,bricks-rate,2"));
        assertEquals(page(), Files.readString(home.results().resolve("reproduce/latest/fidelity.md")));
        assertFalse(home.out().contains("Left as they were"), home.out());
    }

    @Test
    void shouldFailWhereAPointFailsThatNoClaimIsOf() throws IOException {
        home.file("studies/first.yaml", """
                mix: ops
                cases: {good: {protocol.workNs: 1000}, bad: {protocol.mood: throws}}
                claims:
                  toys-rate: "points[case=good].committedPerSecond / 1e6"
                """);
        assertEquals(ExitStatus.FAILED, reproduce("toys", false), home.err());
        assertTrue(home.err().contains("Study first has points that failed"), home.err());
        assertEquals("Toys 4.00, **−20%**; bricks 1.23.\n", page());
    }

    @Test
    void shouldNameTheCommandThatGoesOnWithItsSeeds() {
        home.cancellation().cancel("Ctrl-C was pressed");
        assertEquals(
                ExitStatus.FAILED,
                RootCommand.execute(
                        board, home.console(), ToyHome.words("reproduce toys --parallel 1 --seeds 2 --docs " + docs)));
        String command = again() + " --seeds 2 --docs " + docs;
        assertTrue(home.err().contains("'" + command + "' goes on"), home.err());
    }

    @Test
    void shouldLeaveNumbersOfStudiesThatHaveNotRunAndNameThem() throws IOException {
        assertEquals(ExitStatus.DONE, reproduce("toys", false), home.err());
        assertEquals("Toys 4.00, **−20%**; bricks 1.23.\n", page());
        assertTrue(home.out().contains("  second: bricks-rate"), home.out());
        assertFalse(Files.exists(home.results().resolve("second")));
    }

    @Test
    void shouldRunOneStudyByItsName() throws IOException {
        assertEquals(ExitStatus.DONE, reproduce("second", false), home.err());
        assertEquals("Toys 9.00, **+80%**; bricks 2.00.\n", page());
        assertFalse(Files.exists(home.results().resolve("first")));
    }

    @Test
    void shouldYieldTheSameBytesWhenItIsStoppedAndResumed() throws IOException, InterruptedException {
        assertEquals(ExitStatus.DONE, reproduce(null, false), home.err());
        String whole = page();
        String values = Files.readString(docs.resolve("fidelity.csv"));
        Files.delete(docs.resolve("fidelity.md"));
        home = new ToyHome(root);
        stopWithinTheSecond();
        assertTrue(home.err().contains("'" + again() + " --docs " + docs + "' goes on"), home.err());
        home = new ToyHome(root);
        assertEquals(ExitStatus.DONE, reproduce(null, true), home.err());
        assertTrue(home.err().contains("first has finished before."), home.err());
        assertTrue(home.err().contains("Going on with second"), home.err());
        assertTrue(home.err().contains("1 of 2 points have finished before."), home.err());
        assertEquals(whole, page());
        assertEquals(values, Files.readString(docs.resolve("fidelity.csv")));
    }

    /** Its ranges, which are read at the end, would be those of before. */
    @Test
    void shouldRunAgainWhatWasRemovedBeforeItWasResumed() throws IOException, InterruptedException {
        stopWithinTheSecond();
        Path first = home.results().resolve("first");
        Files.move(first, root.resolve("first-moved"));
        home = new ToyHome(root);
        assertEquals(ExitStatus.DONE, reproduce(null, true), home.err());
        assertTrue(home.err().contains("first has finished before, but its result "), home.err());
        assertTrue(Files.exists(first.resolve("latest/summary.json")));
    }

    @Test
    void shouldRunStudiesOfAssumptionsLast() throws IOException {
        home.file(
                "studies/assumed.yaml",
                STUDY.formatted("1000", "bricks-rate: max(points.committedPerSecond) / 1e6")
                        + "vary: {sheets: false, also: [protocol.workNs]}\n");
        assertEquals(ExitStatus.DONE, reproduce(null, false), home.err());
        assertEquals(
                List.of("first", "second", "assumed"),
                home.err()
                        .lines()
                        .filter(line -> line.startsWith("Running "))
                        .map(line -> line.split(" ", -1)[1])
                        .toList());
        assertEquals("Toys 4.00, **−20%**; bricks 2.00.\n", page(), "no number is of them");
        Map<String, String> bricks = Csv.parse(Files.readString(docs.resolve("fidelity.csv"))).stream()
                .filter(row -> row.get("claim").equals("bricks-rate"))
                .findFirst()
                .orElseThrow();
        assertEquals("2", bricks.get("published"));
        String[] range = bricks.get("range").split(" ", -1);
        assertTrue(Double.parseDouble(range[0]) < 0.7, "twice the work");
        assertTrue(Double.parseDouble(range[1]) > 1.4, "half of it");
    }

    @Test
    void shouldGoOnWithThePaperThatWasStopped() throws IOException {
        home.cancellation().cancel("Ctrl-C was pressed");
        assertEquals(ExitStatus.FAILED, reproduce("toys", false));
        home = new ToyHome(root);
        refused("What was stopped was of 'toys'; '" + again() + "' goes on with it.", "bricks", true);
        assertEquals(ExitStatus.DONE, reproduce(null, true), home.err());
        assertEquals("Toys 4.00, **−20%**; bricks 1.23.\n", page());
        assertFalse(Files.exists(home.results().resolve("second")));
    }

    private void stopWithinTheSecond() throws InterruptedException {
        Thread stop = new Thread(() -> {
            try {
                while (!pointOfSecondHasEnded()) {
                    Thread.sleep(5);
                }
                home.cancellation().cancel("Ctrl-C was pressed");
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        stop.start();
        assertEquals(ExitStatus.FAILED, reproduce(null, false));
        stop.join();
    }

    /** In a run that goes on now. */
    private boolean pointOfSecondHasEnded() {
        Path results = home.results().resolve("second");
        if (!Files.isDirectory(results)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(results)) {
            return files.anyMatch(file -> file.endsWith("001-points/outcome.json"));
        } catch (IOException | java.io.UncheckedIOException moving) {
            return false;
        }
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws IOException {
        refused("There is no paper or study 'toy', did you mean 'toys'?", "toy", false);
        refused("There is nothing to resume", null, true);
        Files.writeString(docs.resolve("fidelity.template.md"), "{{nobody}}");
        refused("The page's template wants claims that no study has: nobody.", null, false);
        Files.delete(docs.resolve("fidelity.template.md"));
        refused("has no fidelity.template.md, of which the page is made.", null, false);
    }

    private void refused(String sentence, String paper, boolean resume) {
        long before = home.err().lines().count();
        assertEquals(ExitStatus.USER_MISTAKE, reproduce(paper, resume), home.err());
        String said = home.err().lines().skip(before).reduce("", String::concat);
        assertTrue(said.contains(sentence), said);
    }
}
