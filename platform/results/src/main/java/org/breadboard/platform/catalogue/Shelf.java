// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.files.Folders;

/** A folder of YAML files, each named after what it describes, with a {@code description:} among its first lines. */
final class Shelf {
    private static final String SUFFIX = ".yaml";
    private static final String DESCRIPTION = "description:";
    private static final int LINES_TO_SEARCH = 40;

    private final Path folder;

    Shelf(Path folder) {
        this.folder = folder;
    }

    /** The names of the files without suffix, in alphabetical order; empty where there is no folder. */
    List<String> names() {
        return Folders.names(folder);
    }

    /**
     * The one-line description of a file. Only a top-level line {@code description: text} is looked for, so that a list
     * stays quick and one broken file does not spoil it.
     */
    String description(String name) {
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve(name + SUFFIX))) {
            return lines.lines()
                    .limit(LINES_TO_SEARCH)
                    .filter(line -> line.startsWith(DESCRIPTION))
                    .map(line -> unquoted(line.substring(DESCRIPTION.length()).strip()))
                    .findFirst()
                    .orElse("");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.startsWith("\"") || text.startsWith("'"))
                && text.charAt(0) == text.charAt(text.length() - 1);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
