// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The archive says what of it others have written, and under which licences. */
class ThirdPartyIT {
    private static final Path LICENSES = Assembled.HOME.resolve("licenses");
    private static final Path LIST = LICENSES.resolve("THIRD-PARTY.md");
    private static final String OURS = "(breadboard-|.*-archetype-).*";
    private static final Pattern LINK = Pattern.compile("\\[[^]]+]\\(([^)]+)\\)");

    /** @param names as files have them, without version and ending; of one that has no jar of its own, some words */
    private record Row(List<String> names, String version, String texts, List<String> where) {
        List<String> jars() {
            return names.stream()
                    .filter(name -> !name.contains(" "))
                    .map(name -> name + "-" + version)
                    .toList();
        }
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(LIST)) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 7 && !cells[1].isBlank() && !line.contains("|---") && !line.contains("| version |")) {
                rows.add(new Row(words(cells[1]), cells[2].strip(), cells[4], words(cells[5])));
            }
        }
        return rows;
    }

    private static List<String> words(String cell) {
        return Stream.of(cell.strip().split(", ")).toList();
    }

    private static SortedSet<String> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(Assembled.HOME.resolve(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar") && !name.matches(OURS))
                    .map(name -> name.substring(0, name.length() - ".jar".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldListEachJarOfOthersWhereItIs() throws IOException {
        List<String> folders = List.of("bundles", "lib", "maven");
        for (String folder : folders) {
            SortedSet<String> listed = new TreeSet<>();
            for (Row row : rows()) {
                if (row.where().contains(folder)) {
                    listed.addAll(row.jars());
                }
            }
            listed.removeIf(jar -> jar.endsWith("-–"));
            assertEquals(jars(folder), listed, "in " + folder + ", and in " + LIST);
        }
    }

    @Test
    void shouldHaveTheTextOfEachLicence() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Row row : rows()) {
            Matcher link = LINK.matcher(row.texts());
            int texts = 0;
            for (; link.find(); texts++) {
                Path text = LICENSES.resolve(link.group(1));
                if (!Files.isRegularFile(text) || Files.size(text) < 500) {
                    missing.add(text.toString());
                }
            }
            assertTrue(texts > 0, row + " names no text");
        }
        assertEquals(List.of(), missing);
        assertTrue(Files.readString(Assembled.HOME.resolve("NOTICE")).contains("The Apache Software Foundation"));
    }

    @Test
    void shouldHaveNoTextThatNobodyNeeds() throws IOException {
        SortedSet<String> needed = new TreeSet<>();
        for (Row row : rows()) {
            LINK.matcher(row.texts()).results().forEach(link -> needed.add(link.group(1)));
        }
        needed.remove("../LICENSE");
        try (Stream<Path> files = Files.list(LICENSES)) {
            assertEquals(
                    needed,
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".txt"))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void shouldTellMachinesOfTheSameAndAnyBuildTheSame() throws IOException {
        Path file = LICENSES.resolve("sbom.cdx.json");
        assumeTrue(Files.exists(file), "Maven makes no bill of materials offline");
        JsonNode bom = new ObjectMapper().readTree(file.toFile());
        assertEquals("CycloneDX", bom.path("bomFormat").asText());
        assertTrue(bom.at("/metadata/timestamp").isMissingNode(), "it says when it was made");
        String serial = bom.path("serialNumber").asText();
        assertEquals(3, UUID.fromString(serial.replace("urn:uuid:", "")).version(), serial + " is no number of a name");
        SortedSet<String> told = new TreeSet<>();
        for (JsonNode component : bom.path("components")) {
            String name = component.path("name").asText();
            told.add(name + "-" + component.path("version").asText());
            boolean ours = component.path("group").asText().equals("org.breadboard");
            assertTrue(ours || !component.path("licenses").isEmpty(), name + " has no licence");
        }
        SortedSet<String> there = jars("bundles");
        there.addAll(jars("lib"));
        there.removeAll(told);
        assertEquals(List.of(), List.copyOf(there), "not in the bill of materials");
    }
}
