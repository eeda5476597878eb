// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.parts.Locality;
import org.breadboard.workloads.parts.NonUniform;
import org.breadboard.workloads.parts.TransactionMix;

/** TATP for one cluster. */
final class TatpWorkload implements Workload {
    private final long subscribers;
    private final NonUniform chosen;
    private final Locality locality;
    private final TransactionMix mix;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    TatpWorkload(long subscribers, NonUniform chosen, Locality locality, int[] weights, double roundNs) {
        this.subscribers = subscribers;
        this.chosen = chosen;
        this.locality = locality;
        mix = new TransactionMix(weights);
        transactions = TatpTransactions.of(roundNs);
        // Rows per subscriber: types 1..4 uniformly, mean 2.5 and variance 1.25; call forwarding 0..3 for each
        // facility,
        // mean 1.5 and variance 1.25, hence 3.75 and 2.5 * 1.25 + 1.5^2 * 1.25. Inserts and deletes balance at that
        // mean; with more of the former, all rows that can be may come to be.
        boolean grows =
                weights[TatpTransactions.INSERT_CALL_FORWARDING] > weights[TatpTransactions.DELETE_CALL_FORWARDING];
        tables = List.of(
                table(Schema.SUBSCRIBER, "subscriber", Schema.SUBSCRIBER_BYTES, subscribers),
                table(
                        Schema.SECONDARY_SUBSCRIBER,
                        "secondary-subscriber",
                        Schema.SECONDARY_SUBSCRIBER_BYTES,
                        subscribers),
                table(Schema.ACCESS_INFO, "access-info", Schema.ACCESS_INFO_BYTES, most(2.5, 1.25, Schema.TYPES)),
                table(
                        Schema.SPECIAL_FACILITY,
                        "special-facility",
                        Schema.SPECIAL_FACILITY_BYTES,
                        most(2.5, 1.25, Schema.TYPES)),
                table(
                        Schema.CALL_FORWARDING,
                        "call-forwarding",
                        Schema.CALL_FORWARDING_BYTES,
                        grows ? subscribers * Schema.FORWARDINGS : most(3.75, 5.9375, Schema.FORWARDINGS)));
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return new Rows.Of(table, subscribers);
    }

    @Override
    public boolean removes(int table) {
        return table == Schema.CALL_FORWARDING;
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        Locality.Keys subscriber = locality.at(node, placement, Schema.SUBSCRIBER, chosen::next);
        return (random, into) -> draw(random, into, subscriber);
    }

    @Override
    public int partition(int table, long key, int partitions) {
        return locality.isAsItFalls() ? BY_HASH : Hash64.below(partitions, Hash64.of(Schema.subscriberOf(table, key)));
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new RowsIntact(subscribers), new ChangesAccounted());
    }

    long subscribers() {
        return subscribers;
    }

    private void draw(RandomStream random, TransactionInput into, Locality.Keys subscribers) {
        int type = mix.next(random);
        into.begin(type, transactions.get(type));
        long subscriber = subscribers.next(random);
        boolean byNumber = type >= TatpTransactions.UPDATE_LOCATION;
        into.put(byNumber ? Schema.number(subscriber) : subscriber);
        if (type == TatpTransactions.UPDATE_LOCATION) {
            into.put(random.nextLong() >>> 32);
        } else if (type != TatpTransactions.GET_SUBSCRIBER_DATA) {
            into.put(1 + random.nextInt(Schema.TYPES));
            drawBehindType(type, random, into);
        }
    }

    private static void drawBehindType(int type, RandomStream random, TransactionInput into) {
        if (type == TatpTransactions.UPDATE_SUBSCRIBER_DATA) {
            into.put(random.nextInt(2));
            into.put(random.nextInt(256));
        } else if (type != TatpTransactions.GET_ACCESS_DATA) {
            into.put(random.nextInt(Schema.STARTS));
            if (type != TatpTransactions.DELETE_CALL_FORWARDING) {
                into.put(1 + random.nextInt(Schema.LAST_END_HOUR));
            }
            if (type == TatpTransactions.INSERT_CALL_FORWARDING) {
                into.put(random.nextLong());
            }
        }
    }

    /** Rows that a table never exceeds: eight standard deviations above the mean, and no more than there are keys. */
    private long most(double mean, double variance, int keysPerSubscriber) {
        double rows = mean * subscribers + 8 * StrictMath.sqrt(variance * subscribers) + 8;
        return Math.min(subscribers * keysPerSubscriber, (long) StrictMath.ceil(rows));
    }

    private static TableSpec table(int id, String name, int valueBytes, long capacity) {
        return new TableSpec(id, name, valueBytes, capacity, false);
    }
}
