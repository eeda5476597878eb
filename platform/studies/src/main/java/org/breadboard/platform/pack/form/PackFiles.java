// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
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

    private static final Pattern AT_THE_TOP = Pattern.compile(
            "breadboard\\.yaml|CITATION\\.cff|ARTIFACT\\.md|(README|LICEN[CS]E|COPYING|NOTICE)([.-].*)?");

    /** Where results go unless a project says. */
    private static final String RESULTS = "results";

    private static final String JAR = ".jar";

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
        for (String kind : Folders.KINDS) {
            add(project, below(project.resolve(kind)), files);
        }
        add(
                project,
                below(project.resolve(Project.PLUGINS)).stream()
                        .filter(file -> isJar(file) || Files.isSymbolicLink(file))
                        .toList(),
                files);
        refuseHidden(project);
        try (Stream<Path> top = Files.list(project)) {
            top.filter(file -> AT_THE_TOP.matcher(file.getFileName().toString()).matches())
                    .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .forEach(file -> files.put(file.getFileName().toString(), file));
        }
        for (String include : mark.include()) {
            Path path = project.resolve(include);
            if (include.isEmpty()) {
                throw new RefusedException(project.resolve(ProjectMark.FILE) + " includes the whole folder of the"
                        + " project; name the files and folders in it that belong into a pack.");
            }
            refuseLinks(project, path);
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(project.resolve(ProjectMark.FILE) + " includes '" + include
                        + "', and there is no such file or folder in the project.");
            }
            add(project, below(path), files);
        }
        for (Map.Entry<String, Path> each : files.entrySet()) {
            check(project, each.getKey(), each.getValue());
        }
        return files;
    }

    private static void add(Path project, List<Path> found, Map<String, Path> files) {
        found.forEach(file -> files.put(name(project, file), file));
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(JAR);
    }

    /** What is hidden stays behind, but Breadboard reads some of it all the same. */
    private static void refuseHidden(Path project) throws IOException {
        for (Map.Entry<String, String> each :
                Map.of(Project.PLUGINS, JAR, Folders.CLAIMS, ".csv").entrySet()) {
            Path folder = project.resolve(each.getKey());
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> all = Files.list(folder)) {
                all.filter(file -> file.getFileName().toString().startsWith("."))
                        .filter(file -> file.toString().endsWith(each.getValue()))
                        .sorted()
                        .findFirst()
                        .ifPresent(file -> {
                            throw new RefusedException(file + " is hidden, so a pack leaves it behind, and Breadboard"
                                    + " reads it all the same; rename it, or move it away.");
                        });
            }
        }
    }

    /**
     * The names of all that lies in a pack, sorted, hidden files and links among them: what it is not known to have.
     * Its results are not looked at, unless they would lie where Breadboard looks for something else.
     *
     * @param known the names of what was packed
     */
    static Set<String> others(Path pack, Set<String> known) throws IOException {
        Path root = pack.toRealPath();
        Set<Path> results = results(root, known);
        Set<String> names = new TreeSet<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return results.contains(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = name(root, file);
                if (!known.contains(name) && !name.equals(PackManifest.FILE)) {
                    names.add(name);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return names;
    }

    private static Set<Path> results(Path root, Set<String> known) {
        Set<Path> results = new HashSet<>(Set.of(root.resolve(RESULTS)));
        try {
            if (Project.isMarked(root) && ProjectMark.read(root).results() != null) {
                results.add(ProjectMark.read(root).results());
            }
        } catch (RefusedException unsound) {
            // Then it is not what was packed, and that is told.
        }
        Set<String> read = new HashSet<>(Folders.KINDS);
        read.add(Project.PLUGINS);
        results.removeIf(folder -> folder.equals(root)
                || read.contains(root.relativize(folder).getName(0).toString())
                || known.stream().anyMatch(name -> root.resolve(name).startsWith(folder)));
        return results;
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

    /** A file that lies behind a link may lie outside of the project. */
    private static void refuseLinks(Path project, Path file) {
        Path at = project;
        for (Path part : project.relativize(file)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                throw new RefusedException(at + " is a link, and a pack has files alone; put a copy in its place.");
            }
        }
    }

    private static void check(Path project, String name, Path file) {
        refuseLinks(project, file);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(file + " is no file, and a pack has files alone; move it away.");
        }
        if (!EntryName.isSound(name)) {
            throw new RefusedException(file + " has a name that archives do not bear on every system; rename it.");
        }
    }
}
