// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.StoredObject;
import org.breadboard.workloads.parts.UpdatesCounted;

/** O(r, w) for one cluster. Keys are numbered from 0. */
final class ObjectStoreWorkload implements Workload {
    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 1;

    private final int nodes;
    private final long keys;
    private final double exponent;
    private final int reads;
    private final int writes;
    private final boolean binomial;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    ObjectStoreWorkload(int nodes, long keys, double exponent, Settings settings) {
        this.nodes = nodes;
        this.keys = keys;
        this.exponent = exponent;
        reads = settings.get(ObjectStore.READS);
        writes = settings.get(ObjectStore.WRITES);
        binomial = settings.get(ObjectStore.BINOMIAL_WRITES);
        int rounds = settings.get(ObjectStore.ROUNDS);
        int valueBytes = settings.get(ObjectStore.VALUE_BYTES);
        double roundNs = settings.get(NamedLogic.ROUND_NS);
        tables = List.of(new TableSpec(StoredObject.TABLE, "objects", valueBytes, keys, false));
        transactions = List.of(
                new ObjectTransaction("read-only", reads, rounds, valueBytes, roundNs),
                new ObjectTransaction("read-write", reads, rounds, valueBytes, roundNs));
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return StoredObject.all(keys, tables.get(table).valueBytes());
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        SpreadKeys spread = new SpreadKeys(placement, nodes, keys, exponent, reads);
        return (random, into) -> draw(spread, random, into);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new UpdatesCounted(keys, tables.get(StoredObject.TABLE).valueBytes()));
    }

    private void draw(SpreadKeys spread, RandomStream random, TransactionInput into) {
        long updates = updates(random);
        int type = updates == 0 ? READ_ONLY : READ_WRITE;
        into.begin(type, transactions.get(type));
        into.put(random.nextLong());
        into.put(ObjectTransaction.shape(reads, updates));
        for (long key : spread.next(random)) {
            into.put(key);
        }
    }

    /** Which keys are updated: the first ones, since their order is random anyway, or each by a draw of its own. */
    private long updates(RandomStream random) {
        if (!binomial) {
            return (1L << writes) - 1;
        }
        long updates = 0;
        for (int i = 0; i < reads; i++) {
            if (random.nextInt(reads) < writes) {
                updates |= 1L << i;
            }
        }
        return updates;
    }
}
