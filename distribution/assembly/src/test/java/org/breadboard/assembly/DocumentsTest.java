package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the project's documents refer to is there. */
final class DocumentsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)");

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        assertEquals(List.of(), broken(ROOT));
    }

    /** Links of the documents in a folder, its docs and their decisions, that lead nowhere. */
    static List<String> broken(Path root) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path folder : List.of(root, root.resolve("docs"), root.resolve("docs/decisions"))) {
            for (Path document : documents(folder)) {
                for (String target : targets(document)) {
                    if (!target.contains(":") && !Files.exists(folder.resolve(target))) {
                        broken.add(document + " links to " + target);
                    }
                }
            }
        }
        return broken;
    }

    @Test
    void shouldIndexEveryDecisionNewestFirst() throws IOException {
        List<String> decisions = documents(DECISIONS).stream()
                .map(document -> document.getFileName().toString())
                .filter(name -> !name.equals("README.md"))
                .sorted(Comparator.reverseOrder())
                .toList();
        assertEquals(decisions, targets(DECISIONS.resolve("README.md")));
    }

    private static List<Path> documents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    private static List<String> targets(Path document) throws IOException {
        Matcher link = LINK.matcher(Files.readString(document));
        return link.results().map(each -> each.group(1)).toList();
    }
}
