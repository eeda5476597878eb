// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.ValueHash;
import org.breadboard.platform.history.recording.HistoryRecorder;

/** Records what a transaction read and wrote, item by item. One thread, its recorder's. */
final class AccessRecorder {
    private final HistoryRecorder history;
    private final Items items;
    private final int firstTable;
    private long above;
    private long greatest;

    /** {@code firstTable} is what the history adds to the number of a transaction's table. */
    AccessRecorder(HistoryRecorder history, Items items, int firstTable) {
        this.history = history;
        this.items = items;
        this.firstTable = firstTable;
    }

    private int table(Transaction t, int i) {
        return firstTable + t.table(i);
    }

    /** What a protocol calls version v is v above this number from now on; see {@link StageClients#versionsAbove}. */
    void versionsAbove(long number) {
        above = number;
    }

    /** The greatest version that was recorded. */
    long greatestVersion() {
        return greatest;
    }

    private long recorded(long version) {
        long number = above + version;
        greatest = Math.max(greatest, number);
        return number;
    }

    /** Adds all accesses to the record that is open. */
    void record(Transaction t, Outcome outcome) {
        if (outcome == Outcome.COMMITTED && t.snapshot() != Transaction.UNSAID) {
            history.snapshot(t.snapshot(), t.commit());
        }
        for (int i = 0; i < t.accesses(); i++) {
            if (t.mode(i).ranges()) {
                recordRange(t, i);
            } else if (!items.areRecords(table(t, i))) {
                recordParts(t, i, outcome);
            } else if (t.rangeOf(i) < 0) {
                recordAccess(t, i);
            }
        }
    }

    /**
     * A predicate covers the keys of which it says that there is no other record: those up to the row that ended the
     * search, if one did. Its rows follow it, wherever other accesses of the same round stand.
     */
    private void recordRange(Transaction t, int range) {
        if (!t.answered(range)) {
            return;
        }
        int rows = 0;
        int last = range;
        for (int i = range + 1; i < t.accesses(); i++) {
            if (t.rangeOf(i) == range) {
                rows++;
                last = i;
            }
        }
        boolean ended = rows > 0 && rows >= t.limit(range);
        boolean fromAbove = t.mode(range) == AccessMode.MAX;
        history.predicate(
                table(t, range),
                ended && fromAbove ? t.key(last) : t.key(range),
                ended && !fromAbove ? t.key(last) : t.highKey(range));
        for (int i = range + 1; i <= last; i++) {
            if (t.rangeOf(i) == range) {
                history.predicateRow(t.key(i), recorded(t.readVersion(i)), readHash(t, i));
            }
        }
    }

    private void recordAccess(Transaction t, int i) {
        if (t.answered(i)) {
            if (t.found(i)) {
                history.read(table(t, i), t.key(i), recorded(t.readVersion(i)), readHash(t, i));
            } else {
                history.readAbsent(table(t, i), t.key(i), recorded(t.readVersion(i)));
            }
        }
        if (t.written(i)) {
            boolean deleted = t.mode(i) == AccessMode.DELETE;
            long hash = deleted ? 0 : ValueHash.of(t.values(), t.newAt(i), t.newBytes(i));
            recordWrite(t, i, t.key(i), t.installedVersion(i), hash);
        }
    }

    private void recordWrite(Transaction t, int i, long item, long installed, long hash) {
        long version = recorded(installed);
        switch (t.mode(i)) {
            case DELETE -> history.delete(table(t, i), item, version);
            case INSERT -> history.insert(table(t, i), item, version, hash);
            default -> history.write(table(t, i), item, version, hash);
        }
    }

    private void recordParts(Transaction t, int i, Outcome outcome) {
        if (t.answered(i)) {
            for (int part = 0; part < items.perRecord(table(t, i)); part++) {
                readPart(t, i, part);
            }
        }
        if (t.written(i)) {
            boolean all = !t.isOverwrite(i);
            int from = all ? 0 : items.firstPart(table(t, i), t.overwriteOffset(i), t.overwriteBytes(i));
            int to = all
                    ? items.perRecord(table(t, i))
                    : items.endPart(table(t, i), t.overwriteOffset(i), t.overwriteBytes(i));
            for (int part = from; part < to; part++) {
                writePart(t, i, part, outcome);
            }
        }
    }

    private void readPart(Transaction t, int i, int part) {
        long item = items.item(table(t, i), t.key(i), part);
        if (t.found(i)) {
            long hash = items.partHash(table(t, i), part, t.values(), t.readAt(i), t.readBytes(i));
            history.read(table(t, i), item, recorded(t.partReadVersion(i, part)), hash);
        } else {
            history.readAbsent(table(t, i), item, recorded(t.partReadVersion(i, part)));
        }
    }

    private void writePart(Transaction t, int i, int part, Outcome outcome) {
        long version = t.installedVersion(i);
        if (t.parts(i) > 0) {
            boolean installed = t.isPartInstalled(i, part);
            if (!installed && outcome == Outcome.COMMITTED) {
                return;
            }
            // Of an attempt that did not commit, nobody says versions, and what it would have written counts.
            version = installed ? t.partInstalledVersion(i, part) : 0;
        }
        recordWrite(t, i, items.item(table(t, i), t.key(i), part), version, newHash(t, i, part));
    }

    private long newHash(Transaction t, int i, int part) {
        if (t.mode(i) == AccessMode.DELETE) {
            return 0;
        }
        if (!t.isOverwrite(i)) {
            return items.partHash(table(t, i), part, t.values(), t.newAt(i), t.newBytes(i));
        }
        int offset = t.overwriteOffset(i);
        return items.partHash(table(t, i), part, t.values(), t.overwriteAt(i) - offset, offset + t.overwriteBytes(i));
    }

    private static long readHash(Transaction t, int i) {
        return ValueHash.of(t.values(), t.readAt(i), t.readBytes(i));
    }
}
