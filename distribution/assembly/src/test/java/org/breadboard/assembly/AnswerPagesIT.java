// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of {@code whatif}, {@code compare} and a study with seeds, from the distribution, in a real browser. */
final class AnswerPagesIT {
    private static final String HOSTILE = "</script><script>window.hacked = 1</script><b>'\\\"&";

    @TempDir
    private Path temp;

    private Path page(String folder, String... words) throws Exception {
        InThisJvm.run(temp.resolve("results"), words).with(0);
        return temp.resolve("results").resolve(folder).resolve("latest/report.html");
    }

    private static void tellsHowToMakeItAgain(Browser browser, Path page) throws Exception {
        String text = Files.readString(page);
        JsonNode manifest =
                new ObjectMapper().readTree(page.resolveSibling("manifest.json").toFile());
        String file = manifest.path("files").has("points.csv") ? "points.csv" : "comparison.csv";
        assertTrue(text.contains(manifest.path("files").path(file).asText()), page + " lacks the digest of " + file);
        assertTrue(text.contains("plug-in proto-fasst"), page.toString());
        String command = manifest.path("command").asText();
        assertTrue(command.startsWith("./breadboard "), command);
        assertEquals(command, browser.ask("return document.querySelector('pre').textContent"), page.toString());
        String summary = Files.readString(page.resolveSibling("summary.json"));
        assertEquals(List.of(), new OutputSchema().errors(summary), page.toString());
    }

    /** Verifying looks at the files of any result, and compares nothing but runs and studies. */
    @Test
    void shouldSeeAComparisonThatWasChanged() throws Exception {
        String mix = "fasst-smallbank,time.measureUs=200";
        Path page = page("compare", "compare", mix, mix + ",protocol.responseBatching=false", "--seeds", "2");
        String folder = page.getParent().toString();
        InThisJvm.run(temp.resolve("results"), "verify", folder).with(0);
        InThisJvm.run(temp.resolve("results"), "compare", folder, folder).with(2);
        Files.writeString(page.resolveSibling("comparison.csv"), "a,b\n");
        InThisJvm.run(temp.resolve("results"), "verify", folder).with(1);
    }

    @Test
    void shouldOpenWithoutAComplaintOrARequest() throws Exception {
        Path mix = Files.writeString(temp.resolve("hostile.yaml"), """
                description: "%s"
                extends: fasst-smallbank
                cluster: {nodes: 3, threads: 2, scale: 0.02}
                time: {measureUs: 200}
                """.formatted(HOSTILE));
        Path study = Files.writeString(temp.resolve("seeds.yaml"), """
                description: "%s"
                mix: %s
                stretch: 1
                sweeps:
                  points:
                    sweep: {load.contexts: [1, 4]}
                    plot: {x: load.contexts, y: committedPerNodePerSecond}
                  few:
                    set: {load.contexts: 1}
                    sweep: {time.measureUs: [10]}
                claims:
                  best: {value: max(points.committedPerSecond), unit: ops/s, quantity: "%s"}
                """.formatted(HOSTILE, mix, HOSTILE));
        List<Path> pages = List.of(
                page("whatif-hostile", "whatif", mix.toString(), "--parameter", "hardware.linkGbps", "--factor", "2"),
                page("compare", "compare", mix.toString(), mix + ",protocol.responseBatching=false", "--seeds", "2"),
                page("seeds", "study", study.toString(), "--seeds", "3"));
        assertTrue(Files.readString(pages.get(2)).contains("3 of them checked too little to be called verified"));
        for (Path page : pages) {
            InThisJvm.run(temp.resolve("results"), "verify", page.getParent().toString())
                    .with(0);
        }
        Files.createDirectories(temp.resolve("downloads"));
        try (Browser browser = Browser.openOrSkip(temp.resolve("downloads"))) {
            for (Path page : pages) {
                browser.open(page);
                tellsHowToMakeItAgain(browser, page);
                assertEquals(List.of(), browser.complaints(), page.toString());
                List<String> others = browser.requests(page).stream()
                        .filter(address -> !address.startsWith("file:") && !address.startsWith("data:"))
                        .toList();
                assertEquals(List.of(), others, page.toString());
                assertNull(browser.ask("return window.hacked"), page.toString());
                long figures = browser.count("figure");
                assertTrue(figures > 0, page.toString());
                assertEquals(figures, browser.count("figure > svg.wide"), page + " has plots that are not drawn");
            }
        }
    }
}
