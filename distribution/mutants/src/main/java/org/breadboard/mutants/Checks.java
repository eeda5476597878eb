// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The commands that are tried on a mutant: runs of its grounds, from {@code distribution/mutants/runs.txt}, whose lines
 * are {@code ground | command}, and a campaign. A ground is a protocol, or runs of a protocol that few mutants need, as
 * {@code fasst@live}. First come the lines as they stand, then, again and again, those with a {@code #}, which stands
 * for the number of the turn.
 */
final class Checks {
    /** Stands for the number of the turn. */
    private static final String AGAIN = "#";

    /** More turns than a minute has time for. */
    private static final int MOST_AGAIN = 40;

    private final List<String> runs;

    Checks(Path root) throws IOException {
        runs = Files.readAllLines(root.resolve("distribution/mutants/runs.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    /** Default runs and contended mixes, of all protocols the first, then the second, and so on. */
    List<String> runs(Mutant mutant) {
        List<List<String>> each = mutant.grounds().stream().map(this::of).toList();
        List<String> inTurn = new ArrayList<>();
        int longest = each.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<String> protocol : each) {
                if (i < protocol.size()) {
                    inTurn.add(protocol.get(i) + set(mutant));
                }
            }
        }
        return inTurn;
    }

    private List<String> of(String protocol) {
        List<String> own = runs.stream()
                .map(line -> line.split(" \\| ", -1))
                .filter(line -> line[0].strip().equals(protocol))
                .map(line -> line[1].strip())
                .toList();
        if (own.isEmpty()) {
            throw new IllegalArgumentException("runs.txt has no runs of protocol '" + protocol + "'.");
        }
        List<String> all = new ArrayList<>(
                own.stream().filter(line -> !line.contains(AGAIN)).toList());
        for (int number = 1; number <= MOST_AGAIN; number++) {
            String with = Integer.toString(number);
            own.stream()
                    .filter(line -> line.contains(AGAIN))
                    .map(line -> line.replace(AGAIN, with))
                    .forEach(all::add);
        }
        return all;
    }

    /** A campaign that ends with its first failure. */
    String campaign(Mutant mutant, double minutes) {
        String of = String.join(",", mutant.protocols());
        return String.format(Locale.ROOT, "campaign --protocol %s --minutes %.2f", of, minutes)
                + " --parallel 1 --fail-fast --output json" + set(mutant);
    }

    /** A campaign of its protocols. */
    static String campaign(Mutant mutant) {
        return "campaign --protocol " + String.join(",", mutant.grounds()) + set(mutant);
    }

    /** The same command for the program as it is. */
    String unplanted(Mutant mutant, String command) {
        return command.replace(set(mutant), "");
    }

    private static String set(Mutant mutant) {
        return mutant.isSetting() ? " --set " + mutant.find() : "";
    }
}
