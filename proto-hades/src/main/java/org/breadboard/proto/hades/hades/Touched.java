// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.table.RecordFormat;

/**
 * Which bytes of a record's slot an access touches: what a transaction locks that locks first (HADES VI). An overwrite
 * touches the bytes that it puts; what reads a record touches all of it, and may write all of it, since what an update
 * will change is known only when it has run. One thread.
 */
final class Touched {
    private final Change change = new Change();
    private int from;
    private int lengthBytes;

    /**
     * Of an access.
     *
     * @param whole whether records are the unit, as they are for software on its own node (HADES V.D)
     */
    void of(Transaction transaction, int access, RecordFormat format, boolean whole) {
        if (whole || !transaction.isOverwrite(access)) {
            from = 0;
            lengthBytes = format.recordBytes();
            return;
        }
        change.of(transaction, access, format);
        from = format.slotOffset(change.from());
        lengthBytes = format.slotOffset(change.to() - 1) + 1 - from;
    }

    /** Where they begin in the slot. */
    int from() {
        return from;
    }

    /** How many there are, from the first to the last. */
    int lengthBytes() {
        return lengthBytes;
    }
}
