// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All planted faults: the lines of the files in {@code distribution/mutants/set}, and in {@code slips} those of the
 * examples, which no distribution has. A line is {@code id | category | grounds | file | find | put | what}, with a
 * blank at both sides of each bar; a setting has {@code set} for a file and nothing to put. Where a fault takes several
 * changes of a file, {@code ~~} is between them, in both columns. Lines that begin with {@code #} are remarks. Files
 * are named from the project's root, without {@code src/main/java/org/breadboard}:
 * {@code proto-xenic/drtm/proto/drtm/DrtmType.java}.
 */
final class MutantSet {
    private static final int COLUMNS = 7;
    private static final String SETTING = "set";
    private static final String SOURCES = "src/main/java/org/breadboard";

    private final Path root;
    private final List<Mutant> mutants = new ArrayList<>();

    MutantSet(Path root) throws IOException {
        this(root, "set");
    }

    /** Of one folder of {@code distribution/mutants}. */
    MutantSet(Path root, String folder) throws IOException {
        this.root = root;
        Set<String> ids = new HashSet<>();
        try (Stream<Path> files =
                Files.list(root.resolve("distribution/mutants").resolve(folder))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    if (!line.isBlank() && !line.startsWith("#")) {
                        Mutant mutant = parse(file, line);
                        mutants.add(mutant);
                        if (!ids.add(mutant.id())) {
                            throw new IllegalArgumentException(file + ": there are two of " + mutant.id());
                        }
                    }
                }
            }
        }
    }

    List<Mutant> mutants() {
        return List.copyOf(mutants);
    }

    private Mutant parse(Path file, String line) {
        String[] columns = line.split(" \\| ", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(
                    file + ": a line has " + COLUMNS + " columns, and not " + columns.length + ": " + line);
        }
        List<String> of = Arrays.stream(columns).map(String::strip).toList();
        Path source = of.get(3).equals(SETTING) ? null : source(Path.of(of.get(3)));
        return new Mutant(
                of.get(0), of.get(1), List.of(of.get(2).split(",", -1)), source, of.get(4), of.get(5), of.get(6));
    }

    /** With the folders of sources put behind the module, which is the first folder on the way that has them. */
    private Path source(Path named) {
        for (int names = 1; names < named.getNameCount(); names++) {
            Path sources = named.subpath(0, names).resolve(SOURCES);
            if (Files.isDirectory(root.resolve(sources))) {
                return sources.resolve(named.subpath(names, named.getNameCount()));
            }
        }
        return named;
    }

    /** Its source as it is written with the fault; refused unless the place is there exactly once. */
    String planted(Mutant mutant) throws IOException {
        String problem = problem(mutant);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        String source = Files.readString(root.resolve(mutant.file()));
        List<String> puts = changes(mutant.put());
        for (int i = 0; i < puts.size(); i++) {
            source = new Snippet(changes(mutant.find()).get(i)).replacedIn(source, puts.get(i));
        }
        return source;
    }

    /** Why a mutant cannot be planted, or null. */
    String problem(Mutant mutant) throws IOException {
        if (mutant.isSetting()) {
            return null;
        }
        Path source = root.resolve(mutant.file());
        if (!Files.exists(source)) {
            return mutant.id() + ": there is no " + mutant.file() + " any more; say where its code has gone.";
        }
        List<String> finds = changes(mutant.find());
        if (finds.size() != changes(mutant.put()).size()) {
            return mutant.id() + ": it finds " + finds.size() + " places, and has something to put into "
                    + changes(mutant.put()).size() + ".";
        }
        for (String find : finds) {
            int count = new Snippet(find).countIn(Files.readString(source));
            if (count != 1) {
                return mutant.id() + ": " + mutant.file() + " has '" + find + "' " + count
                        + " times, and should have it once; plant the fault where the code is now.";
            }
        }
        return null;
    }

    private static List<String> changes(String column) {
        return Arrays.stream(column.split("~~", -1)).map(String::strip).toList();
    }
}
