// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

/**
 * Takes down the rows of all tables, field after field: each stands where the one before it ends, and a row is as long
 * as its fields.
 */
final class Fields {
    final int[] rowBytes = new int[Schema.NAMES.size()];
    final int[] textFrom = new int[Schema.NAMES.size()];
    final int[] offsets = new int[Column.values().length];
    final int[] lengths = new int[offsets.length];
    private int table;

    /** The fields that follow are those of a table. */
    Fields table(int number) {
        table = number;
        textFrom[table] = Integer.MAX_VALUE;
        return this;
    }

    /** A number of 1, 2, 4 or 8 B. */
    Fields number(Column column, int lengthBytes) {
        offsets[column.ordinal()] = rowBytes[table];
        lengths[column.ordinal()] = lengthBytes;
        return zeros(lengthBytes);
    }

    /** A text that transactions use, or that inserts find full of letters. */
    Fields text(Column column, int lengthBytes) {
        textFrom[table] = Math.min(textFrom[table], rowBytes[table]);
        return number(column, lengthBytes);
    }

    /** What no transaction looks at, filled with letters. */
    Fields text(int lengthBytes) {
        textFrom[table] = Math.min(textFrom[table], rowBytes[table]);
        return zeros(lengthBytes);
    }

    /** Room that stays zero. */
    Fields zeros(int lengthBytes) {
        rowBytes[table] += lengthBytes;
        return this;
    }
}
