// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.junit.jupiter.api.Test;

class RowLayoutTest {
    /** TPC-C 1.2.1, and 4 B for an entry of an index. */
    @Test
    void shouldHaveTheLengthsOfTheSpecificationByDefault() {
        int[] specification = {89, 95, 306, 82, 655, 46, 8, 24, 54, 4, 4};
        assertArrayEquals(specification, rowBytes(Tpcc.newOrder(), null));
        assertArrayEquals(specification, rowBytes(Tpcc.fullMix(), null));
    }

    /** The packed values of DrTM+H's tpcc_schema.h, without a customer's snapshot fields, and its indexes' 16 B. */
    @Test
    void shouldHaveTheLengthsOfDrtmh() {
        int[] drtmh = {101, 105, 18, 86, 664, 35, 12, 14, 17, 16, 16};
        assertArrayEquals(drtmh, rowBytes(Tpcc.newOrder(), "drtmh"));
        assertArrayEquals(drtmh, rowBytes(Tpcc.fullMix(), "drtmh"));
    }

    private static int[] rowBytes(Tpcc type, String choice) {
        Settings defaults = Settings.defaultsOf(type.settings());
        Settings settings = choice == null ? defaults : defaults.with("rows", choice);
        return type.create(settings, 1, 1, 0.01).tables().stream()
                .mapToInt(TableSpec::valueBytes)
                .toArray();
    }

    /** Each number comes back, and no neighbour changes. */
    @Test
    void shouldKeepColumnsApart() {
        for (String name : RowLayout.NAMES) {
            RowLayout rows = RowLayout.named(name);
            assertEquals(name, rows.toString());
            for (Column column : Column.values()) {
                int lengthBytes = rows.lengthBytes(column);
                if (lengthBytes == 0 || lengthBytes > Long.BYTES) {
                    continue;
                }
                byte[] row = new byte[rows.offset(column) + lengthBytes + 1];
                rows.put(row, column, -2);
                assertEquals(-2, rows.get(row, column), column + " of " + rows);
                assertEquals(0, row[row.length - 1], "what is behind " + column + " of " + rows);
                assertTrue(rows.offset(column) == 0 || row[rows.offset(column) - 1] == 0, column + " of " + rows);
            }
        }
    }

    @Test
    void shouldKnowWhatFits() {
        assertTrue(RowLayout.DRTMH.holds(Column.STOCK_QUANTITY, Short.MIN_VALUE));
        assertFalse(RowLayout.DRTMH.holds(Column.STOCK_QUANTITY, Short.MAX_VALUE + 1));
        assertTrue(RowLayout.DRTMH.holds(Column.BALANCE, Integer.MAX_VALUE));
        assertFalse(RowLayout.DRTMH.holds(Column.BALANCE, Integer.MIN_VALUE - 1L));
        assertTrue(RowLayout.SPECIFICATION.holds(Column.BALANCE, Long.MIN_VALUE));
        assertSame(RowLayout.SPECIFICATION, RowLayout.named("specification"));
    }
}
