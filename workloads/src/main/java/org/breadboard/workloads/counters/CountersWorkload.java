// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.counters;

import java.util.List;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.StoredObject;
import org.breadboard.workloads.parts.UpdatesCounted;
import org.breadboard.workloads.parts.Zipf;

/** Counters under the keys from 0 on, the first drawn most often. */
final class CountersWorkload implements Workload {
    static final int TABLE = StoredObject.TABLE;

    /** A number and its checksum: as much as NOCC's operations carry. */
    static final int VALUE_BYTES = StoredObject.CONTENT;

    private static final int READ = 0;
    private static final int INCREMENT = 1;

    private final long keys;
    private final double writeRatio;
    private final long wrapAt;
    private final Zipf ranks;
    private final List<TransactionLogic> transactions;

    CountersWorkload(long keys, double zipf, double writeRatio, long wrapAt, double roundNs) {
        this.keys = keys;
        this.writeRatio = writeRatio;
        this.wrapAt = wrapAt;
        ranks = new Zipf(keys, zipf);
        transactions = List.of(
                new CounterTransaction("read", false, wrapAt, roundNs),
                new CounterTransaction("increment", true, wrapAt, roundNs));
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(new TableSpec(TABLE, "counters", VALUE_BYTES, keys, false));
    }

    @Override
    public Population population(int table) {
        return StoredObject.all(keys, VALUE_BYTES);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return (random, into) -> {
            int type = random.nextDouble() < writeRatio ? INCREMENT : READ;
            into.begin(type, transactions.get(type));
            into.put(ranks.next(random));
        };
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new UpdatesCounted(keys, VALUE_BYTES, wrapAt));
    }
}
