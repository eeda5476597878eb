// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.project.ProjectMark;

/** Which files of a project belong into its pack. What is hidden, and all other folders, stay where they are. */
public final class PackFiles {
    /** The folder of a pack with the figures that were measured before. */
    public static final String EXPECTED = "expected";

    /** The most files of a pack. */
    static final int MOST_FILES = 10_000;

    /** The most bytes of all files of a pack. */
    static final long MOST_BYTES = 2L << 30;

    private static final Pattern AT_THE_TOP =
            Pattern.compile("breadboard\\.yaml|CITATION\\.cff|(README|LICEN[CS]E|COPYING|NOTICE)([.-].*)?");

    private PackFiles() {}

    /**
     * The files of a project, by their names relative to it, sorted: its mark, what lies at its top for readers, all of
     * its folders that Breadboard knows, and what the mark includes.
     *
     * @throws RefusedException if one of them is a link, is no file, has a name that archives do not bear, or what is
     *     included is not there
     */
    public static Map<String, Path> of(Path project, ProjectMark mark) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        for (String name : names(project)) {
            files.put(name, project.resolve(name));
        }
        try (Stream<Path> top = Files.list(project)) {
            top.filter(file -> AT_THE_TOP.matcher(file.getFileName().toString()).matches())
                    .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .forEach(file -> files.put(file.getFileName().toString(), file));
        }
        for (String include : mark.include()) {
            Path path = project.resolve(include);
            if (include.isEmpty() || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(project.resolve(ProjectMark.FILE) + " includes '" + include
                        + "', and there is no such file or folder in the project.");
            }
            for (Path file : below(path)) {
                files.put(name(project, file), file);
            }
        }
        for (Map.Entry<String, Path> each : files.entrySet()) {
            check(each.getKey(), each.getValue());
        }
        return files;
    }

    /** The names of what lies in the folders that Breadboard knows, sorted: it would all count. */
    static Set<String> names(Path project) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String kind : Folders.KINDS) {
            for (Path file : below(project.resolve(kind))) {
                names.add(name(project, file));
            }
        }
        for (Path file : below(project.resolve(Project.PLUGINS))) {
            if (file.toString().endsWith(".jar")) {
                names.add(name(project, file));
            }
        }
        return names;
    }

    private static List<Path> below(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.toList()) {
                boolean hidden = Stream.iterate(file, at -> !at.equals(folder), Path::getParent)
                        .anyMatch(at -> at.getFileName().toString().startsWith("."));
                if (!hidden && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static String name(Path project, Path file) {
        return project.relativize(file).toString().replace('\\', '/');
    }

    private static void check(String name, Path file) {
        if (Files.isSymbolicLink(file)) {
            throw new RefusedException(file + " is a link, and a pack has files alone; put a copy in its place.");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(file + " is no file, and a pack has files alone; move it away.");
        }
        if (!EntryName.isSound(name)) {
            throw new RefusedException(file + " has a name that archives do not bear on every system; rename it.");
        }
    }
}
