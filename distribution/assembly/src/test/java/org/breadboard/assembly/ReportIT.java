// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.breadboard.platform.result.Csv;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the assembled distribution keeps of runs and studies of all kinds: its summaries fit their schema, its pages
 * work.
 */
final class ReportIT {
    private static final String HOSTILE = "</script><img src=x onerror='window.hacked=1'>";
    private static final String SMALL = "--set time.warmupUs=100 --set time.measureUs=300 --set cluster.scale=0.02";

    /** Commands that make results, by the name that each result has here, with the exit code; {@code ~} is a space. */
    private static final Map<String, List<String>> COMMANDS = Map.of(
            "run", List.of("0", "run fasst-smallbank --set cluster.nodes=3 " + SMALL),
            "faults",
                    List.of(
                            "0",
                            "run nocc-zipf --nemesis pause,switch-crash --seed 2 --set time.warmupUs=100000"
                                    + " --set time.measureUs=300000"),
            "failed",
                    List.of(
                            "1",
                            "run fasst-contended --set protocol.breakage=skip-validation --set time.measureUs=3000"),
            "peak", List.of("0", "run fasst-object-store --set load.contexts=peak --set cluster.nodes=3 " + SMALL),
            "phases", List.of("0", "run xenic-retwis --set load.phases=1~for~100us,0.5~for~50us " + SMALL),
            "tenants", List.of("0", "run hades-two --set workload.a.scale=0.002 --set workload.b.scale=0.002 " + SMALL),
            "operations", List.of("0", "run rdma-verbs --set time.measureUs=100"),
            "live",
                    List.of(
                            "0",
                            "run fasst-smallbank --runtime live --set time.measureUs=200000 --set load.thinkUs=10000"
                                    + " --set cluster.scale=0.02 --set cluster.nodes=3 --set cluster.threads=2"),
            "study", List.of("1", "study STUDY"));

    private static final String STUDY = """
            description: "%s"
            mix: fasst-smallbank
            set: {cluster.nodes: 3, cluster.threads: 2, time.measureUs: 200, cluster.scale: 0.02}
            sweeps:
              contexts:
                sweep: {load.contexts: [1, 4, 8]}
                plot: {x: load.contexts, y: committedPerNodePerSecond}
              broken:
                mix: fasst-contended
                set: {protocol.breakage: drop-log, time.measureUs: 3000, cluster.scale: 1, cluster.nodes: 3}
            claims:
              best: {value: max(contexts.committedPerSecond), unit: ops/s, quantity: "%s"}
              fasst-f7-o10-cx3: max(contexts.committedPerNodePerSecond) / 1e6
            """.formatted(HOSTILE, HOSTILE);

    @TempDir
    private static Path temp;

    private static final Map<String, Path> RESULTS = new TreeMap<>();

    /** One for all tests, opened by the first that looks. */
    private static Browser browser;

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeAll
    static void makeResults() throws Exception {
        Files.writeString(temp.resolve("mixed.yaml"), STUDY);
        for (Map.Entry<String, List<String>> command : COMMANDS.entrySet()) {
            Path results = temp.resolve(command.getKey());
            String words = command.getValue()
                    .get(1)
                    .replace("STUDY", temp.resolve("mixed.yaml").toString());
            String[] each = words.split(" ", -1);
            Arrays.setAll(each, i -> each[i].replace('~', ' '));
            InThisJvm.run(results, each)
                    .with(Integer.parseInt(command.getValue().get(0)));
            RESULTS.put(command.getKey(), latest(results));
        }
        Path swapped = temp.resolve("swap");
        Assembled.start(
                        "-Dbreadboard.results=" + swapped,
                        List.of(
                                "-c",
                                "live start fasst-smallbank --set cluster.nodes=3 --set cluster.threads=2 --set load.thinkUs=10000"
                                        + " --set cluster.scale=0.02; live watch --for 1; live swap sw-impl;"
                                        + " live watch --for 1; live stop"),
                        Map.of("XDG_RUNTIME_DIR", temp.toString()))
                .outcome()
                .with(0);
        RESULTS.put("swap", latest(swapped));
    }

    private static Path latest(Path results) throws IOException {
        try (Stream<Path> names = Files.list(results)) {
            return names.findFirst().orElseThrow().resolve("latest").toRealPath();
        }
    }

    @Test
    void shouldKeepSummariesThatFitTheirSchema() throws IOException {
        OutputSchema schema = new OutputSchema();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Path> result : RESULTS.entrySet()) {
            String summary = Files.readString(result.getValue().resolve("summary.json"));
            schema.errors(summary).forEach(error -> wrong.add(result.getKey() + ": " + error));
            assertFalse(
                    schema.errors(summary.replaceFirst("\"version\" : 1", "\"version\" : 99"))
                            .isEmpty(),
                    "the schema lets another version pass");
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldTellTheSameOverTimeAsInAll() throws IOException {
        for (String name : List.of("run", "faults", "phases", "tenants", "operations", "live")) {
            List<Map<String, String>> slices =
                    Csv.parse(Files.readString(RESULTS.get(name).resolve("timeline.csv")));
            Map<String, String> point = Csv.parse(
                            Files.readString(RESULTS.get(name).resolve("points.csv")))
                    .get(0);
            double committed = 0;
            double us = 0;
            double busyUs = 0;
            String group = name.equals("live")
                    ? null
                    : slices.get(0).keySet().stream()
                            .filter(column -> column.startsWith("utilisation."))
                            .findFirst()
                            .orElseThrow();
            for (Map<String, String> slice : slices) {
                double sliceUs = number(slice, "toUs") - number(slice, "fromUs");
                us += sliceUs;
                committed += number(slice, "committedPerSecond") * sliceUs / 1e6;
                busyUs += group == null ? 0 : number(slice, group) * sliceUs;
            }
            assertEquals(number(point, "committed"), committed, 0.001 * committed, name);
            if (group != null) {
                assertEquals(100, slices.size(), name);
                assertEquals(number(point, group), busyUs / us, 0.02, name + ", " + group);
            }
            assertEquals(
                    name.equals("faults"),
                    slices.stream().anyMatch(slice -> slice.get("marks").contains("pause")),
                    name);
        }
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    @Test
    void shouldOpenInABrowserWithoutAComplaintOrARequest() throws Exception {
        for (Map.Entry<String, Path> result : RESULTS.entrySet()) {
            Path page = result.getValue().resolve("report.html");
            assertTrue(Files.size(page) < 2_000_000, () -> page + " is large");
            browser().open(page);
            assertEquals(List.of(), browser().complaints(), result.getKey());
            List<String> others = browser().requests(page).stream()
                    .filter(address -> !address.equals(page.toUri().toString()) && !address.startsWith("data:"))
                    .toList();
            assertEquals(List.of(), others, result.getKey());
            assertNull(browser().ask("return window.hacked"), result.getKey());
            long figures = browser().count("figure");
            assertTrue(figures > 1, result.getKey());
            assertEquals(
                    figures, browser().count("figure > svg.wide"), result.getKey() + " has plots that are not drawn");
            System.out.println("Report of '" + result.getKey() + "': " + Files.size(page) / 1000 + " KB, " + figures
                    + " plots, there after "
                    + browser().ask("return Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)")
                    + " ms.");
        }
    }

    @Test
    void shouldLinkPointsAndShadeFaults() throws Exception {
        Path study = RESULTS.get("study");
        browser().open(study.resolve("report.html"));
        List<?> links = (List<?>)
                browser().ask("return [...document.querySelectorAll('td a')].map(a => a.getAttribute('href'))");
        assertEquals(4, links.size());
        for (Object link : links) {
            assertTrue(Files.isRegularFile(study.resolve(link.toString())), link::toString);
        }
        assertTrue(browser().count("td .bad") > 0, "a point that failed is red");
        browser().open(RESULTS.get("faults").resolve("report.html"));
        assertTrue(
                ((String) browser().ask("return document.querySelector('figure svg').textContent")).contains("pause"),
                "the legend explains the shades");
        assertEquals(browser().ask("return getComputedStyle(document.querySelector('td.n')).textAlign"), "right");
        assertEquals(browser().ask("return getComputedStyle(document.querySelector('th.n')).textAlign"), "right");
    }

    @Test
    void shouldShadeWithinThePlotAlsoWhereNothingCommits() throws Exception {
        Path faults = RESULTS.get("faults");
        List<Map<String, String>> slices = Csv.parse(Files.readString(faults.resolve("timeline.csv")));
        Map<String, String> last = slices.get(slices.size() - 1);
        assertEquals(0, number(last, "committedPerSecond"), "the run ends in an outage");
        assertFalse(last.get("marks").isEmpty(), "which a fault makes");
        browser().open(faults.resolve("report.html"));
        assertEquals(0L, browser().ask("""
                return [...document.querySelectorAll('figure svg.wide path[fill^="var(--shade"]')]
                    .filter(shade => shade.getBoundingClientRect().right
                        > Math.max(...[...shade.closest('svg').querySelectorAll('path[stroke="var(--line)"]')]
                            .map(line => line.getBoundingClientRect().right)) + 1
                        && shade.getAttribute('fill-opacity') === '0.28')
                    .length"""));
    }

    @Test
    void shouldShowTheBottleneckWithoutScrolling() throws Exception {
        try {
            browser().size(1400, 900);
            for (String name : List.of("run", "faults", "study", "peak", "phases")) {
                browser().open(RESULTS.get(name).resolve("report.html"));
                Number bottom = (Number) browser().ask("""
                        return [...document.querySelectorAll('.tile')].filter(tile => tile.textContent.includes('bottleneck'))
                            .map(tile => tile.getBoundingClientRect().bottom)[0]""");
                assertTrue(bottom != null && bottom.doubleValue() < 800, name + ": " + bottom);
            }
        } finally {
            browser().size(1100, 1400);
        }
    }

    @Test
    void shouldSavePlotsByAClick() throws Exception {
        browser().open(RESULTS.get("faults").resolve("report.html"));
        browser().click("figure button:first-child");
        Path svg = downloaded("nocc-zipf-throughput.svg");
        var picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getDocumentElement();
        assertEquals("svg", picture.getNodeName());
        assertTrue(picture.getElementsByTagName("path").getLength() > 0, "it has lines");
        assertTrue(picture.getTextContent().contains("per second)"), "its axes have words and units");
        assertTrue(picture.getTextContent().contains("pause"), "it explains the shades");
        assertFalse(Files.readString(svg).contains("var("), "its colours need no page");
        browser().click("figure button:last-child");
        List<Map<String, String>> rows = Csv.parse(Files.readString(downloaded("nocc-zipf-throughput.csv")));
        assertTrue(rows.size() > 100, "a row for each slice");
        assertEquals("committed", rows.get(0).get("series"));
        assertTrue(
                rows.get(0).containsKey("time since the run began (ms)"),
                () -> rows.get(0).toString());
    }

    @Test
    void shouldShowAPlotThatHasRoomAndSayWhatIsUnderThePointer() throws Exception {
        try {
            for (int width : new int[] {600, 1000, 1400}) {
                browser().size(width, 900);
                browser().open(RESULTS.get("run").resolve("report.html"));
                String shown = width < 640 ? "narrow" : "wide";
                assertEquals(
                        browser().count("figure > svg." + shown),
                        browser()
                                .ask("return [...document.querySelectorAll('figure > svg')]"
                                        + ".filter(svg => svg.getBoundingClientRect().width > 0"
                                        + " && svg.getBoundingClientRect().right <= innerWidth).length"));
                assertEquals(
                        0L,
                        browser().ask("return Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
                        "the page is no wider than its window of " + width);
                browser().pointAt("figure svg." + shown);
                String said = (String) browser().ask("return document.querySelector('figure .tip').textContent");
                assertTrue(said.startsWith("time since the run began: "), said);
            }
        } finally {
            browser().size(1100, 1400);
        }
    }

    @Test
    void shouldWriteFormsThatTheirProgramsOpen() throws Exception {
        for (String name : List.of("study", "run", "faults", "peak")) {
            for (String form : List.of("svg", "pdf", "csv", "latex", "gnuplot")) {
                Path out = temp.resolve("forms").resolve(name).resolve(form);
                InThisJvm.run(
                                temp.resolve(name),
                                "report",
                                RESULTS.get(name).toString(),
                                "--form",
                                form,
                                "--out",
                                out.toString())
                        .with(0);
                List<String> files;
                try (Stream<Path> written = Files.list(out)) {
                    files = written.map(file -> file.getFileName().toString())
                            .sorted()
                            .toList();
                }
                assertTrue(files.size() > 4, () -> name + " as " + form + ": " + files);
                for (String file : files) {
                    switch (file.substring(file.lastIndexOf('.'))) {
                        case ".svg" -> opens(out, "rsvg-convert", file, "-o", file + ".png");
                        case ".pdf" -> opens(out, "pdftotext", file);
                        case ".gp" -> opens(out, "gnuplot", file);
                        case ".csv" ->
                            assertFalse(
                                    Csv.parse(Files.readString(out.resolve(file)))
                                            .isEmpty(),
                                    file);
                        default -> {}
                    }
                }
                if (form.equals("latex") && isThere("kpsewhich", "pgfplots.sty")) {
                    opens(out, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex");
                }
            }
        }
    }

    /** Has a program open a file without a complaint, where the program is installed. */
    private static void opens(Path folder, String... command) throws Exception {
        if (!isThere("which", command[0])) {
            return;
        }
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + said);
        assertTrue(command[0].equals("pdflatex") || said.isBlank(), () -> String.join(" ", command) + ": " + said);
    }

    private static boolean isThere(String... command) throws Exception {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static Browser browser() throws IOException {
        if (browser == null) {
            Files.createDirectories(temp.resolve("downloads"));
            browser = Browser.openOrSkip(temp.resolve("downloads"));
        }
        return browser;
    }

    private static Path downloaded(String name) throws InterruptedException {
        Path file = temp.resolve("downloads").resolve(name);
        for (int looks = 0; looks < 300 && !Files.exists(file); looks++) {
            Thread.sleep(100);
        }
        assertTrue(Files.exists(file), () -> name + " was not saved");
        return file;
    }
}
