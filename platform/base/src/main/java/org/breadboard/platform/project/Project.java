// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.platform.files.Folders;

/**
 * A folder of what belongs together: mixes, testbeds, profiles, studies, claims and plug-ins, each in a folder of that
 * name. It is marked by a file {@code breadboard.yaml} ({@link ProjectMark}); without one, the folder of a mix or a
 * study is a project if it has one of these folders.
 */
public final class Project {
    /** The system property with the folder of the project that this process works in. */
    public static final String PROPERTY = "breadboard.project";

    /** The system property with the folder of all results, where it is not the usual one. */
    public static final String RESULTS_PROPERTY = "breadboard.results";

    /** The folder of a project's plug-ins. */
    public static final String PLUGINS = "plugins";

    private static final String RESULTS = "results";

    private Project() {}

    /** The nearest folder with the mark: this one, or one above it. */
    public static Optional<Path> around(Path folder) {
        Path at = folder.toAbsolutePath().normalize();
        while (at != null && !isMarked(at)) {
            at = at.getParent();
        }
        return Optional.ofNullable(at);
    }

    /** The project of a file that a word names; nothing if it names none, or one that is in no project. */
    public static Optional<Path> of(String word) {
        if (!Folders.isPath(word) || !Files.isRegularFile(Path.of(word))) {
            return Optional.empty();
        }
        Path folder = Path.of(word).toAbsolutePath().normalize().getParent();
        Optional<Path> marked = around(folder);
        boolean holds = Stream.concat(Folders.KINDS.stream(), Stream.of(PLUGINS))
                .anyMatch(kind -> Files.isDirectory(folder.resolve(kind)));
        return marked.isPresent() || !holds ? marked : Optional.of(folder);
    }

    /**
     * The folders with those of a project before them.
     *
     * @param results where results go, unless the project says; null asks for {@code results} in the working directory
     * @throws org.breadboard.api.RefusedException if the project's mark is not sound
     */
    public static Folders folders(Path home, Path project, Path results) {
        Path said = results == null ? results(project) : results;
        return new Folders(home, project, said);
    }

    private static Path results(Path project) {
        Path usual = Path.of(RESULTS);
        if (project == null || !isMarked(project)) {
            return usual;
        }
        Path said = ProjectMark.read(project).results();
        return said == null ? usual : said;
    }

    /** Whether a folder has the mark of a project. */
    public static boolean isMarked(Path folder) {
        return Files.isRegularFile(folder.resolve(ProjectMark.FILE));
    }
}
