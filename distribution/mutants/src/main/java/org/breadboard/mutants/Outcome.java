// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.util.List;

/**
 * What became of a mutant.
 *
 * @param by what caught it: {@code runs}, {@code campaign}, {@code tests}, or {@code nothing}
 * @param seconds how long it took to be caught, or was looked for
 * @param command the run that caught it, or how many seeds did not
 * @param finding what that said first
 * @param tests {@code yes} or {@code no}; empty if tests were not asked
 */
record Outcome(String id, String by, long seconds, String command, String finding, String tests) {
    static final String HEADER = "id,by,seconds,command,finding,tests";

    String csv() {
        return String.join(",", List.of(id, by, Long.toString(seconds), quoted(command), quoted(finding), tests));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "'") + "\"";
    }

    static Outcome of(String line) {
        String[] quoted = line.split("\"", -1);
        String[] first = quoted[0].split(",", -1);
        return new Outcome(
                first[0], first[1], Long.parseLong(first[2]), quoted[1], quoted[3], quoted[4].replace(",", ""));
    }
}
