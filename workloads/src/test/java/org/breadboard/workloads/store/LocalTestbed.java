// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.kit.table.LocalHeader;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.testkit.TestParts;

/**
 * One ordered table with a primary and a backup, each as a node of its own sees it, and logs that lead from the one to
 * the other.
 */
final class LocalTestbed {
    static final int TABLE = 0;
    static final int PARTITION = 0;
    static final int VALUE_BYTES = 16;

    static final TransactionLogic LOGIC = new TransactionLogic() {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            return Decision.COMMIT;
        }
    };

    final LocalTable primary;
    final LocalTable backup;

    /** A tree for so many records. Keys that are 64 apart share a header while there are at most 32. */
    LocalTestbed(int records, int fanout) {
        Store store = BPlusTreeType.create(records, VALUE_BYTES, fanout);
        primary = table("primary", store);
        backup = table("backup", store);
    }

    private static LocalTable table(String name, Store store) {
        Region region = TestParts.region(name, store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        return new LocalTable(name, store, VALUE_BYTES, new Region[] {region});
    }

    static LocalRecords hands(LocalTable table) {
        return new LocalRecords(new LocalTable[] {table}, new MemoryCost(100, 25));
    }

    static SortedMap<Long, Long> content(LocalTable table) {
        SortedMap<Long, Long> content = new TreeMap<>();
        Region region = table.region(PARTITION);
        table.store().forEach(region, (key, header, value, valueBytes) -> content.put(key, region.getLong(value)));
        return content;
    }

    static SortedMap<Long, Long> versions(LocalTable table) {
        SortedMap<Long, Long> versions = new TreeMap<>();
        Region region = table.region(PARTITION);
        table.store()
                .forEach(
                        region,
                        (key, header, value, valueBytes) ->
                                versions.put(key, LocalHeader.version(region.getLong(header))));
        return versions;
    }

    /** A logged write. */
    record Write(long key, long version, boolean last, boolean deletes, byte[] value) {
        boolean apply(FreeStep step, LocalRecords hands) {
            return hands.apply(step, TABLE, PARTITION, key, version, last, deletes, value, 0);
        }
    }

    /** What a backup has to be told of a transaction that is about to be installed. */
    static List<Write> log(Transaction transaction, LocalTransaction local) {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (local.isStored(i)) {
                byte[] value = new byte[VALUE_BYTES];
                System.arraycopy(transaction.values(), transaction.newAt(i), value, 0, transaction.newBytes(i));
                boolean deletes = transaction.mode(i) == AccessMode.DELETE;
                writes.add(new Write(
                        transaction.key(i), transaction.installedVersion(i), local.isLast(i), deletes, value));
            }
        }
        return writes;
    }

    /** Applies the first transaction of a ring as a whole, and forgets it if all of it went. */
    static void applyOne(FreeStep step, ArrayDeque<List<Write>> ring, LocalRecords hands) {
        boolean all = true;
        for (Write write : ring.peek()) {
            all = all && write.apply(step, hands);
        }
        if (all) {
            ring.remove();
        }
    }
}
