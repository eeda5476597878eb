// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where files are looked for: in the project's folder, if there is one, then in the user's, then in what is shipped.
 *
 * @param home the distribution's folder
 * @param project the folder of what belongs together, or null
 * @param results where results go; need not exist
 */
public record Folders(Path home, Path project, Path results) {
    /** The kind of mixes. */
    public static final String MIXES = "mixes";

    /** The kind of testbeds. */
    public static final String TESTBEDS = "testbeds";

    /** The kind of data sheets; those that are shipped are in plug-ins. */
    public static final String PROFILES = "profiles";

    /** The kind of studies. */
    public static final String STUDIES = "studies";

    /** The kind of published figures. */
    public static final String CLAIMS = "claims";

    /** Each kind's folder has its name. */
    public static final List<String> KINDS = List.of(MIXES, TESTBEDS, PROFILES, STUDIES, CLAIMS);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final String ENDING = ".yaml";

    /** Folders without a project. */
    public Folders(Path home, Path results) {
        this(home, null, results);
    }

    /** What is shipped of a kind. */
    public Path shipped(String kind) {
        return home.resolve(kind);
    }

    /** The folders of what is the user's own of a kind, the one that counts first; they need not exist. */
    public List<Path> own(String kind) {
        Path conf = home.resolve("conf").resolve(kind);
        return project == null ? List.of(conf) : List.of(project.resolve(kind), conf);
    }

    /** All folders of a kind, the one that counts first; they need not exist. */
    public List<Path> all(String kind) {
        return Stream.concat(own(kind).stream(), Stream.of(shipped(kind))).toList();
    }

    /** The file of the user's own of a name, if there is one. */
    public Optional<Path> findOwn(String kind, String name) {
        return find(own(kind), name);
    }

    /** The file of a name, the user's own before the one that is shipped. */
    public Optional<Path> find(String kind, String name) {
        return find(all(kind), name);
    }

    /** The shipped file of a name, if there is one. */
    public Optional<Path> findShipped(String kind, String name) {
        return find(List.of(shipped(kind)), name);
    }

    private static Optional<Path> find(List<Path> folders, String name) {
        return folders.stream()
                .filter(folder -> isName(name))
                .map(folder -> folder.resolve(name + ENDING))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The names of all files of a kind, sorted. */
    public List<String> names(String kind) {
        return all(kind).stream()
                .flatMap(folder -> names(folder).stream())
                .sorted()
                .distinct()
                .toList();
    }

    /** Whether a word can name a mix, a testbed, a profile or a result: no path, and nothing that leaves a folder. */
    public static boolean isName(String word) {
        return NAME.matcher(word).matches() && !word.contains("..");
    }

    /**
     * A name that is made of a word with other characters, such as the name of somebody's mix: letters without their
     * marks, and dashes for all else. Of what may lead out of a folder the word itself.
     */
    public static String tamed(String word) {
        if (isName(word) || word.startsWith(".") || word.contains("..") || isPath(word)) {
            return word;
        }
        String plain = Normalizer.normalize(word, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-")
                .replaceAll("^[^A-Za-z0-9]+|-+$", "");
        return isName(plain) ? plain : "unnamed";
    }

    /** Whether a word on the command line is a path rather than a name. */
    public static boolean isPath(String word) {
        return word.endsWith(ENDING) || word.endsWith(".yml") || word.contains("/") || word.contains("\\");
    }

    /** The name of a file without its ending. */
    public static String nameOf(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** What to call a file in sentences: short where it is the distribution's or below the working directory. */
    public String label(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path root = home.toAbsolutePath().normalize();
        Path here = Path.of("").toAbsolutePath();
        if (absolute.startsWith(root)) {
            return root.relativize(absolute).toString();
        }
        return file.isAbsolute() && absolute.startsWith(here)
                ? here.relativize(absolute).toString()
                : file.toString();
    }

    /** The names of the YAML files in a folder, sorted; none where there is no folder. */
    public static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
