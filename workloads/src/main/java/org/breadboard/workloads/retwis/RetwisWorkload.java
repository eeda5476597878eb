// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.retwis;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.StoredObject;
import org.breadboard.workloads.parts.TransactionMix;
import org.breadboard.workloads.parts.UpdatesCounted;
import org.breadboard.workloads.parts.Zipf;

/** Retwis for one cluster. Keys are numbered from 0, by how often they are drawn. */
final class RetwisWorkload implements Workload {
    static final int GET_TIMELINE = 3;

    private static final int[] KEYS = {3, 2, 5, RetwisTransaction.MOST_KEYS};

    private final long keys;
    private final TransactionMix mix;
    private final int valueBytes;
    private final Zipf ranks;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    RetwisWorkload(long keys, double exponent, TransactionMix mix, int valueBytes, double roundNs) {
        this.keys = keys;
        this.mix = mix;
        this.valueBytes = valueBytes;
        ranks = new Zipf(keys, exponent);
        tables = List.of(new TableSpec(StoredObject.TABLE, "retwis", valueBytes, keys, false));
        transactions = List.of(
                new RetwisTransaction("add-user", true, KEYS[0], valueBytes, roundNs),
                new RetwisTransaction("follow", true, KEYS[1], valueBytes, roundNs),
                new RetwisTransaction("post-tweet", true, KEYS[2], valueBytes, roundNs),
                new RetwisTransaction("get-timeline", false, KEYS[GET_TIMELINE], valueBytes, roundNs));
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return StoredObject.all(keys, valueBytes);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return this::draw;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new UpdatesCounted(keys, valueBytes));
    }

    private void draw(RandomStream random, TransactionInput into) {
        int type = mix.next(random);
        into.begin(type, transactions.get(type));
        into.put(random.nextLong());
        int count = type == GET_TIMELINE ? 1 + random.nextInt(RetwisTransaction.MOST_KEYS) : KEYS[type];
        into.put(count);
        for (int i = 0; i < count; i++) {
            into.put(newKey(random, into, i));
        }
    }

    /** A key that the transaction has not drawn yet. */
    private long newKey(RandomStream random, TransactionInput into, int drawn) {
        while (true) {
            long key = ranks.next(random);
            int same = 0;
            while (same < drawn && into.number(RetwisTransaction.HEAD + same) != key) {
                same++;
            }
            if (same == drawn) {
                return key;
            }
        }
    }
}
