// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rules of one stage, and which of them a packet can match. Each rule has a bit. For each field that rules compare
 * with small numbers there is a row of bits for each value, with those rules that the value does not exclude; the rows
 * of a packet's values, taken together, leave few rules, whose other conditions are then tried one by one.
 */
final class StageRules {
    /** A rule that compares with a larger number does so on its own: a row for each smaller one would be many. */
    private static final int MOST_ROWS = 256;

    private static final int COLUMN_WORDS = 3;

    /** Where the code of each rule begins. */
    final int[] codeAt;
    /** Where to go on if a rule held: behind the rules of its item. */
    final int[] followers;

    /** Three words for each field: which, its last row, and where its rows begin. */
    private final int[] columns;
    /** Where the columns of each word of bits begin, and the end of the last one's. */
    private final int[] columnsAt;

    private final long[] all;
    private final long[] rows;

    StageRules(List<StageItem> items, Code code) {
        List<Rule> rules = new ArrayList<>();
        Code ends = new Code();
        for (StageItem item : items) {
            rules.addAll(item.rules());
            while (ends.size() < rules.size()) {
                ends.add(rules.size());
            }
        }
        followers = ends.toArray();
        codeAt = new int[rules.size()];
        all = new long[(rules.size() + Long.SIZE - 1) / Long.SIZE];
        columnsAt = new int[all.length + 1];
        Code columnList = new Code();
        List<Long> rowList = new ArrayList<>();
        for (int word = 0; word < all.length; word++) {
            List<Rule> ofWord = rules.subList(word * Long.SIZE, Math.min(rules.size(), (word + 1) * Long.SIZE));
            all[word] = -1L >>> Long.SIZE - ofWord.size();
            for (int field : compared(ofWord)) {
                int last = lastRow(ofWord, field);
                columnList.addAll(field, last, rowList.size());
                for (long row : rows(ofWord, all[word], field, last)) {
                    rowList.add(row);
                }
            }
            columnsAt[word + 1] = columnList.size();
        }
        columns = columnList.toArray();
        rows = rowList.stream().mapToLong(Long::longValue).toArray();
        for (int rule = 0; rule < codeAt.length; rule++) {
            codeAt[rule] = code.size();
            emit(rules.get(rule), code);
        }
    }

    private static boolean isInRows(Comparison condition) {
        return condition.isWithNumber() && condition.operand() >= 0 && condition.operand() < MOST_ROWS - 1;
    }

    private static int[] compared(List<Rule> rules) {
        return rules.stream()
                .flatMap(rule -> rule.conditions().stream())
                .filter(StageRules::isInRows)
                .mapToInt(Comparison::field)
                .distinct()
                .toArray();
    }

    /** One above the largest number that the field is compared with; it stands for all larger ones. */
    private static int lastRow(List<Rule> rules, int field) {
        int largest = 0;
        for (Rule rule : rules) {
            for (Comparison condition : rule.conditions()) {
                if (condition.field() == field && isInRows(condition)) {
                    largest = Math.max(largest, condition.operand());
                }
            }
        }
        return largest + 1;
    }

    /**
     * For each value of a field up to {@code last}, the bits of those of {@code all} rules that it does not exclude.
     */
    private static long[] rows(List<Rule> rules, long all, int field, int last) {
        long[] rows = new long[last + 1];
        Arrays.fill(rows, all);
        for (int bit = 0; bit < rules.size(); bit++) {
            for (Comparison condition : rules.get(bit).conditions()) {
                for (int value = 0; condition.field() == field && isInRows(condition) && value <= last; value++) {
                    rows[value] &= condition.holds(value) ? -1 : ~(1L << bit);
                }
            }
        }
        return rows;
    }

    private static void emit(Rule rule, Code code) {
        code.add(rule.kind());
        List<Comparison> others = rule.conditions().stream()
                .filter(condition -> !isInRows(condition))
                .toList();
        code.add(others.size());
        for (Comparison condition : others) {
            code.addAll(condition.kind(), condition.field(), condition.operand());
        }
        code.addAll(rule.body());
    }

    /** How many words of bits there are. */
    int words() {
        return all.length;
    }

    /** The bits of those rules that these values do not exclude. */
    long candidates(int word, int[] values) {
        long left = all[word];
        int end = columnsAt[word + 1];
        for (int at = columnsAt[word]; at < end; at += COLUMN_WORDS) {
            int value = values[columns[at]];
            int last = columns[at + 1];
            left &= rows[columns[at + 2] + (Integer.compareUnsigned(value, last) < 0 ? value : last)];
        }
        return left;
    }
}
