package org.breadboard.workloads.tpcc;

import java.util.Arrays;
import org.breadboard.api.workload.Population;

/**
 * The sum of {@link Ledger}'s numbers over the initial state. It is worked out some rows at a time, beside a check that
 * goes through the final state: for all rows at once a plug-in would be waited for too long. Any thread.
 */
final class InitialSum {
    /** Databases of one size begin alike: the points of a study need one sum. */
    private static InitialSum last;

    private final Size size;
    private int table = -1;
    private Population rows;
    private byte[] value;
    private long index;
    private long sum;

    private InitialSum(Size size) {
        this.size = size;
    }

    /** That of a database. */
    static synchronized InitialSum of(Size size) {
        if (last == null || !last.size.isAs(size)) {
            last = new InitialSum(size);
        }
        return last;
    }

    /** Takes some more rows in, if there are any. */
    synchronized void advance(int more) {
        for (int i = 0; i < more && !isWhole(); i++) {
            if (rows == null || index == rows.candidates()) {
                table++;
                index = 0;
                if (!isWhole()) {
                    rows = new Rows(table, size);
                    value = new byte[Schema.VALUE_BYTES[table]];
                }
            } else {
                add(rows.key(index++));
            }
        }
    }

    /** The whole sum. */
    synchronized long total() {
        while (!isWhole()) {
            advance(1_000);
        }
        return sum;
    }

    private boolean isWhole() {
        return table == Schema.VALUE_BYTES.length;
    }

    private void add(long key) {
        Arrays.fill(value, (byte) 0);
        if (rows.value(key, value)) {
            sum += Ledger.number(table, key, value, 0, value.length);
        }
    }
}
