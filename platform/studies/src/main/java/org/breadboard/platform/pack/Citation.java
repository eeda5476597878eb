// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.project.ProjectMark;
import org.breadboard.platform.result.Json;

/** {@code CITATION.cff} of a project that has none: how to cite it, in the Citation File Format 1.2.0. */
final class Citation {
    /** The file's name. */
    static final String FILE = "CITATION.cff";

    private Citation() {}

    /**
     * The text of the file, with all keys that the format requires.
     *
     * @param name of the project's folder, which stands for a title or authors that the mark does not have
     */
    static String text(ProjectMark mark, String name) {
        List<String> lines = new ArrayList<>(List.of(
                "cff-version: 1.2.0",
                "message: \"If you use this artefact, please cite it as below.\"",
                "type: software",
                "title: " + quoted(mark.title().isEmpty() ? name : mark.title()),
                "authors:"));
        if (mark.authors().isEmpty()) {
            lines.add("  - name: " + quoted("The authors of " + name));
        }
        mark.authors().forEach(author -> lines.addAll(author(author)));
        if (!mark.description().isEmpty()) {
            lines.add("abstract: " + quoted(mark.description()));
        }
        if (!mark.license().isEmpty()) {
            lines.add("license: " + quoted(mark.license()));
        }
        return String.join("\n", lines) + "\n";
    }

    /** {@code Family, Given}, or {@code Given Family}, whose last word is the family's; one word is a group's name. */
    private static List<String> author(String author) {
        int comma = author.indexOf(',');
        int blank = author.lastIndexOf(' ');
        if (comma < 0 && blank < 0) {
            return List.of("  - name: " + quoted(author));
        }
        String family = comma < 0 ? author.substring(blank + 1) : author.substring(0, comma);
        String given = comma < 0 ? author.substring(0, blank) : author.substring(comma + 1);
        return List.of("  - family-names: " + quoted(family.strip()), "    given-names: " + quoted(given.strip()));
    }

    /** A text of JSON is one of YAML, too. */
    private static String quoted(String text) {
        return Json.text(text);
    }
}
