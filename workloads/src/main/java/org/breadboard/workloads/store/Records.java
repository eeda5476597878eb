// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.function.LongConsumer;
import org.breadboard.api.memory.Region;

/** Records of one size in a row, which come and go and stay where they are. A quiet region. */
final class Records {
    private static final int POOL = 0;

    private final long at;
    private final long records;
    private final int recordBytes;
    private final Pool pool;

    /**
     * Records of a region whose preamble begins with their pool.
     *
     * @param at where the first one is
     * @param link where a free one's link stands in it
     */
    Records(long at, long records, int recordBytes, int link) {
        this.at = at;
        this.records = records;
        this.recordBytes = recordBytes;
        pool = new Pool(POOL, records, at + link, recordBytes);
    }

    /** Where they end. */
    long end() {
        return at + records * recordBytes;
    }

    /** The address of a new record, or 0 if all are taken. */
    long take(Region region) {
        return pool.has(region, 1) ? address(pool.take(region)) : 0;
    }

    /** Gives a record back. */
    void give(Region region, long address) {
        pool.give(region, (address - at) / recordBytes + 1);
    }

    /** Shows the address of every record that is taken. */
    void forEach(Region region, LongConsumer visitor) {
        pool.forEachTaken(region, number -> visitor.accept(address(number)));
    }

    private long address(long number) {
        return at + (number - 1) * recordBytes;
    }
}
