package org.breadboard.platform.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where files are looked for.
 *
 * @param home the distribution's folder
 * @param results where results go; need not exist
 */
public record Folders(Path home, Path results) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final String ENDING = ".yaml";

    /** Shipped mixes. */
    public Path mixes() {
        return home.resolve("mixes");
    }

    /** The user's mixes. */
    public Path userMixes() {
        return home.resolve("conf").resolve("mixes");
    }

    /** Shipped testbeds. */
    public Path testbeds() {
        return home.resolve("testbeds");
    }

    /** The user's testbeds. */
    public Path userTestbeds() {
        return home.resolve("conf").resolve("testbeds");
    }

    /** The user's data sheets. */
    public Path userProfiles() {
        return home.resolve("conf").resolve("profiles");
    }

    /** Shipped studies. */
    public Path studies() {
        return home.resolve("studies");
    }

    /** The user's studies. */
    public Path userStudies() {
        return home.resolve("conf").resolve("studies");
    }

    /** Published figures. */
    public Path claims() {
        return home.resolve("claims");
    }

    /** Whether a word can name a mix, a testbed, a profile or a result: no path, and nothing that leaves a folder. */
    public static boolean isName(String word) {
        return NAME.matcher(word).matches() && !word.contains("..");
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

    /** What to call a file in sentences: short where it is the distribution's. */
    public String label(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path root = home.toAbsolutePath().normalize();
        return absolute.startsWith(root) ? root.relativize(absolute).toString() : file.toString();
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
