// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.api.RefusedException;

/**
 * Where the page about fidelity is made, and where it is read. In a clone these are two folders: template and numbers
 * serve makers, the page serves users.
 *
 * @param sources the folder of the template and of the numbers
 * @param page the folder where the page is written, and the numbers are written back to their sources; null if both go
 *     to the result's folder alone
 */
record PageFolders(Path sources, Path page) {
    static final String TEMPLATE = "fidelity.template.md";
    static final String VALUES = "fidelity.csv";
    static final String PAGE = "fidelity.md";
    private static final String SOURCES_OF_CLONE = "distribution/fidelity";
    private static final String PAGE_OF_CLONE = "docs/users";
    private static final String SOURCES_OF_DISTRIBUTION = "fidelity";

    /**
     * One folder for all if that is asked for, or those of a clone, or the distribution's.
     *
     * @param asked what {@code --docs} says, or null
     * @param working the working directory, which may be a clone
     * @param home the distribution's folder
     */
    static PageFolders of(Path asked, Path working, Path home) {
        if (asked != null) {
            if (!hasTemplate(asked)) {
                throw new RefusedException("'" + asked + "' has no " + TEMPLATE + ", of which the page is made.");
            }
            return new PageFolders(asked, asked);
        }
        Path sources = working.resolve(SOURCES_OF_CLONE);
        return hasTemplate(sources)
                ? new PageFolders(sources, working.resolve(PAGE_OF_CLONE))
                : new PageFolders(home.resolve(SOURCES_OF_DISTRIBUTION), null);
    }

    private static boolean hasTemplate(Path folder) {
        return Files.isRegularFile(folder.resolve(TEMPLATE));
    }

    /** The words of the page, with places for numbers. */
    FidelityTemplate template() throws IOException {
        Path file = sources.resolve(TEMPLATE);
        if (!Files.isRegularFile(file)) {
            throw new RefusedException("There is no " + file + ", of which the page is made.");
        }
        return new FidelityTemplate(Files.readString(file));
    }

    /** The file of the numbers, which need not be there. */
    Path values() {
        return sources.resolve(VALUES);
    }
}
