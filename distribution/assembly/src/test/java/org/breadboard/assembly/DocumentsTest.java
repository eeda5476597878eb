// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the project's documents refer to is there. */
final class DocumentsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path DECISIONS = ROOT.resolve("docs/makers/decisions");
    private static final Path MODULES = ROOT.resolve("docs/makers/modules");
    /** Folders of modules, which are none themselves. */
    private static final List<String> AGGREGATORS = List.of("", "api", "platform", "proto-xenic", "distribution");

    private static final Pattern STATUS = Pattern.compile("Status: (accepted|superseded by \\[\\d{3}])");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)");

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        assertEquals(List.of(), broken(ROOT));
    }

    /** The index names each page of the two shelves. */
    @Test
    void shouldIndexEveryPage() throws IOException {
        Path docs = ROOT.resolve("docs");
        List<String> indexed = targets(docs.resolve("README.md"));
        List<String> missing = new ArrayList<>();
        for (String shelf : List.of("users", "makers")) {
            for (Path page : documents(docs.resolve(shelf), 1)) {
                String name = docs.relativize(page).toString();
                if (!indexed.contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    /** Links of the documents in a folder, and of all below its {@code docs}, that lead nowhere. */
    static List<String> broken(Path root) throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> documents = new ArrayList<>(documents(root, 1));
        documents.addAll(documents(root.resolve("docs"), Integer.MAX_VALUE));
        for (Path document : documents) {
            for (String target : targets(document)) {
                if (!target.contains(":") && !Files.exists(document.resolveSibling(target))) {
                    broken.add(document + " links to " + target);
                }
            }
        }
        return broken;
    }

    @Test
    void shouldIndexEveryDecisionOnce() throws IOException {
        List<String> names = decisions().stream()
                .map(document -> document.getFileName().toString())
                .sorted()
                .toList();
        assertEquals(
                names, targets(DECISIONS.resolve("README.md")).stream().sorted().toList());
    }

    @Test
    void shouldSayOfEveryDecisionWhetherItStands() throws IOException {
        List<Path> untold = new ArrayList<>();
        for (Path decision : decisions()) {
            if (!STATUS.matcher(Files.readAllLines(decision).get(2)).lookingAt()) {
                untold.add(decision);
            }
        }
        assertEquals(List.of(), untold);
    }

    @Test
    void shouldHaveAPageForEveryModule() throws IOException {
        List<String> without = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            for (Path pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
                String path = ROOT.relativize(pom.getParent()).toString();
                String name = pom.toAbsolutePath()
                        .normalize()
                        .getParent()
                        .getFileName()
                        .toString();
                boolean isAggregator = AGGREGATORS.contains(path);
                // Examples, archetypes and what a build leaves behind are told of by the page around them.
                boolean isInside = path.matches(".*(examples|archetypes|target)/.*");
                String page = path.matches("distribution/(platform|zookeeper)")
                        ? name + "-bundle"
                        : path.startsWith("proto-xenic/") ? "proto-" + name : name;
                if (!isAggregator && !isInside && !Files.exists(MODULES.resolve(page + ".md"))) {
                    without.add(path);
                }
            }
        }
        assertEquals(List.of(), without);
    }

    private static List<Path> decisions() throws IOException {
        return documents(DECISIONS, 1).stream()
                .filter(document -> !document.endsWith("README.md"))
                .toList();
    }

    private static List<Path> documents(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    private static List<String> targets(Path document) throws IOException {
        Matcher link = LINK.matcher(Files.readString(document));
        return link.results().map(each -> each.group(1)).toList();
    }
}
