// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.util.List;
import java.util.stream.Stream;

/** Command lines as a shell splits them. */
final class Words {
    private Words() {}

    /** The words of a line without quotes, and behind them a {@code --set} for each of these. */
    static List<String> of(String line, List<String> sets) {
        return Stream.concat(Stream.of(line.split(" ", -1)), sets.stream().flatMap(set -> Stream.of("--set", set)))
                .toList();
    }

    /** The same. */
    static List<String> of(String line, String... sets) {
        return of(line, List.of(sets));
    }
}
