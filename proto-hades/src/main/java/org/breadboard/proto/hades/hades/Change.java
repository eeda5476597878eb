// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.hades.table.RecordFormat;

/** Which bytes of a record's value a written access changes: those that hardware sees stored. One thread. */
final class Change {
    private int from;
    private int to;
    private boolean existence;

    /** Of a written access. */
    void of(Transaction transaction, int access, RecordFormat format) {
        existence = transaction.mode(access) != AccessMode.UPDATE;
        if (transaction.isOverwrite(access)) {
            from = transaction.overwriteOffset(access);
            to = from + transaction.overwriteBytes(access);
        } else if (transaction.mode(access) == AccessMode.DELETE) {
            from = 0;
            to = 0;
        } else if (existence || !transaction.found(access)) {
            existence = true;
            from = 0;
            to = format.valueBytes();
        } else {
            difference(transaction, access, format.valueBytes());
        }
    }

    private void difference(Transaction transaction, int access, int valueBytes) {
        byte[] values = transaction.values();
        int read = transaction.readAt(access);
        int written = transaction.newAt(access);
        from = 0;
        while (from < valueBytes && values[read + from] == values[written + from]) {
            from++;
        }
        if (from == valueBytes) {
            // Nothing is new, but something is stored.
            from = 0;
            to = 1;
            return;
        }
        to = valueBytes;
        while (values[read + to - 1] == values[written + to - 1]) {
            to--;
        }
    }

    /** Grows to whole parts, or to the whole value where the record has none; what removes a record stays as it is. */
    void widen(TableSpec table) {
        int partBytes = table.partBytes() == 0 ? table.valueBytes() : table.partBytes();
        from -= from % partBytes;
        to = Math.min(table.valueBytes(), (to + partBytes - 1) / partBytes * partBytes);
    }

    /** Where the changed bytes of the value begin. */
    int from() {
        return from;
    }

    /** Where they end. */
    int to() {
        return to;
    }

    /** Whether the word changes that says whether the record exists. */
    boolean existence() {
        return existence;
    }

    /** Whether a part of the record is changed. */
    boolean touches(TableSpec table, int part) {
        if (existence || table.partBytes() == 0) {
            return true;
        }
        return from < (part + 1) * table.partBytes() && to > part * table.partBytes();
    }
}
