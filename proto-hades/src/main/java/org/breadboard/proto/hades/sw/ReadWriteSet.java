// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.proto.hades.table.Footprint;

/**
 * Read and write set of a transaction: where its accesses are, what was read of their records, and which hold a lock.
 * One thread.
 */
final class ReadWriteSet extends Footprint {
    private static final int INCARNATION = 1;

    ReadWriteSet() {
        super(0, 0);
    }

    /** The incarnation word that was read. */
    void incarnation(int leader, long word) {
        word(leader, INCARNATION, word);
    }

    long incarnation(int access) {
        return word(leader(access), INCARNATION);
    }
}
