// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which mistakes are planted into which protocol: at least one that somebody could see, or
 * {@code distribution/mutants/cells.txt} says why there is none to make, as {@code category | protocols | reason}.
 */
final class Coverage {
    /** The mistakes that each protocol should have one of. */
    static final List<String> CATEGORIES = List.of(
            "validation absent",
            "validation local",
            "validation own-locked",
            "validation earlier round",
            "lock order",
            "unlock early",
            "version not moved on update",
            "version not moved on insert",
            "version not moved on delete",
            "log record dropped",
            "log record wrong",
            "log record late",
            "backup skipped",
            "backup out of order",
            "backup twice",
            "retry executed twice",
            "squash dropped",
            "filter ignored",
            "recovery");

    /** What is not here is one of these with another program in the switch. */
    static final List<String> PROTOCOLS =
            List.of("fasst", "xenic", "drtmh", "drtmr", "sw-impl", "hades", "hades-h", "nocc", "occ");

    private final Map<String, Integer> planted = new HashMap<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    /**
     * Reads the reasons.
     *
     * @param equivalent ids of mutants that nobody can see, which count for nothing
     */
    Coverage(Path root, MutantSet set, Set<String> equivalent) throws IOException {
        for (Mutant each : set.mutants()) {
            for (String protocol : equivalent.contains(each.id()) ? List.<String>of() : each.protocols()) {
                planted.merge(cell(each.category(), protocol), 1, Integer::sum);
            }
        }
        for (String line : Files.readAllLines(root.resolve("distribution/mutants/cells.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split(" \\| ", -1);
                lines.add("| " + line.strip() + " |");
                for (String protocol : columns[1].strip().split(",", -1)) {
                    reasons.put(cell(columns[0].strip(), protocol), columns[2].strip());
                }
            }
        }
    }

    private static String cell(String category, String protocol) {
        return category + " in " + protocol;
    }

    /** What is neither planted nor argued, and what is argued without need; each a sentence. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<String, String> left = new LinkedHashMap<>(reasons);
        for (String category : CATEGORIES) {
            for (String protocol : PROTOCOLS) {
                String cell = cell(category, protocol);
                boolean argued = left.remove(cell) != null;
                if (argued == planted.containsKey(cell)) {
                    problems.add(
                            argued
                                    ? cell + ": cells.txt says why there is none, but one is planted."
                                    : cell + ": none is planted; plant one, or say in cells.txt why there is none.");
                }
            }
        }
        left.keySet().forEach(cell -> problems.add(cell + ": cells.txt has a reason for what nobody asks for."));
        return problems;
    }

    /** The table of numbers, and of reasons. */
    void write(StringBuilder page) {
        page.append(
                "\n## What is planted where\n\nMutants by protocol, without those that are equivalent. A dash has its");
        page.append(" reason below.\n\n| |");
        PROTOCOLS.forEach(each -> page.append(' ').append(each).append(" |"));
        page.append("\n|---|").append("---:|".repeat(PROTOCOLS.size())).append('\n');
        for (String category : CATEGORIES) {
            page.append("| ").append(category).append(" |");
            for (String protocol : PROTOCOLS) {
                Integer count = planted.get(cell(category, protocol));
                page.append(' ').append(count == null ? "–" : count.toString()).append(" |");
            }
            page.append('\n');
        }
        page.append("\n| none of | in | because |\n|---|---|---|\n");
        lines.forEach(each -> page.append(each).append('\n'));
    }
}
