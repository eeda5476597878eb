// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

import java.util.List;
import java.util.Locale;

/**
 * What a history says of the final state: how much it holds, and what its last committed writes leave. Where a run was
 * judged, that is what its records were in the end. A history that has lost its end later says something else.
 *
 * <p>Keys that a transaction of unknown outcome may have written last are left out, since a history alone does not say
 * what became of them.
 *
 * @param records transactions in the history, whatever their outcome
 * @param operations operations in these
 * @param tables of each table that was written, in the order of their numbers
 */
public record HistoryEnd(long records, long operations, List<OfTable> tables) {
    /** Copies the list. */
    public HistoryEnd {
        tables = List.copyOf(tables);
    }

    /**
     * What is left of a table.
     *
     * @param table its name
     * @param keys how many of its keys were written
     * @param present how many of these are there in the end
     * @param digest the sum of the hashes of key, version and value of each
     */
    public record OfTable(String table, long keys, long present, long digest) {}

    /**
     * Compares what a history says now with what was judged.
     *
     * @param then what was judged
     * @return null if they are the same, or one sentence that says what is not
     */
    public String difference(HistoryEnd then) {
        for (OfTable was : then.tables) {
            OfTable is = tables.stream()
                    .filter(each -> each.table.equals(was.table))
                    .findFirst()
                    .orElse(new OfTable(was.table, 0, 0, 0));
            if (!is.equals(was)) {
                return "The history does not end in the final state that was judged: its last writes "
                        + (is.keys == was.keys && is.present == was.present
                                ? "leave other versions or values in '" + was.table + "'."
                                : String.format(
                                        Locale.ROOT,
                                        "leave %,d written keys in '%s', of which %,d are there; in the final state"
                                                + " it was %,d, and %,d were there.",
                                        is.keys,
                                        was.table,
                                        is.present,
                                        was.keys,
                                        was.present));
            }
        }
        if (tables.size() != then.tables.size()) {
            return "The history does not end in the final state that was judged: it writes tables that nobody had"
                    + " written then.";
        }
        return records == then.records && operations == then.operations
                ? null
                : String.format(
                        Locale.ROOT,
                        "The history is not the one that was judged: it has %,d transactions with %,d operations, and"
                                + " then it had %,d with %,d.",
                        records,
                        operations,
                        then.records,
                        then.operations);
    }
}
