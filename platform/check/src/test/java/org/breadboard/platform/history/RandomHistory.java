// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;

/**
 * Valid histories: transactions executed one after the other, each at one instant somewhere between its invocation and
 * its completion. All choices come from a seed: keys per header, overlap, scans, inserts, deletes, aborts, unknown
 * outcomes that took effect or did not.
 */
final class RandomHistory {
    private static final int TABLES = 2;

    final HistoryModel model = new HistoryModel();
    private final Random random;
    private final int keys;
    private final int keysPerHeader;
    private final long overlapNs;
    private final boolean unknownOutcomes;
    private final long[][] headers;
    private final List<TreeMap<Long, Op>> state = new ArrayList<>();
    private long valueSeed;

    private RandomHistory(long seed, int transactions, boolean ownHeaders, boolean unknownOutcomes) {
        this.unknownOutcomes = unknownOutcomes;
        random = new Random(seed);
        keys = 3 + random.nextInt(40);
        keysPerHeader = ownHeaders ? 1 : 1 + random.nextInt(4);
        overlapNs = 1L + random.nextInt(2_000);
        headers = new long[TABLES][keys];
        populate();
        run(transactions);
        state.forEach(table ->
                table.values().forEach(op -> model.finallyHolds(op.table, op.key, header(op.table, op.key), op.hash)));
    }

    static HistoryModel of(long seed, int transactions) {
        return new RandomHistory(seed, transactions, false, true).model;
    }

    /** One of which every outcome is known. */
    static HistoryModel withoutUnknown(long seed, int transactions) {
        return new RandomHistory(seed, transactions, false, false).model;
    }

    static HistoryModel withOwnHeaders(long seed, int transactions) {
        return new RandomHistory(seed, transactions, true, true).model;
    }

    private void populate() {
        for (int table = 0; table < TABLES; table++) {
            state.add(new TreeMap<>());
            for (long key = 0; key < keys; key++) {
                if (random.nextInt(4) > 0) {
                    long hash = newHash();
                    model.initially(table, key, 0, hash);
                    state.get(table).put(key, new Op(HistoryCodec.READ, table, key, 0, hash, false));
                }
            }
        }
    }

    private void run(int transactions) {
        int clients = 2 + random.nextInt(30);
        long[] freeNs = new long[clients];
        long nowNs = 1_000;
        for (int i = 0; i < transactions; i++) {
            Tx tx = new Tx();
            tx.client = random.nextInt(clients);
            tx.id = 10_000L + i;
            tx.type = random.nextInt(5);
            nowNs = Math.max(nowNs, freeNs[tx.client]) + random.nextInt(100);
            tx.invocationNs = Math.max(freeNs[tx.client], nowNs - (long) (random.nextDouble() * overlapNs));
            tx.completionNs = nowNs + 1 + (long) (random.nextDouble() * overlapNs);
            tx.recordedNs = tx.completionNs;
            int luck = random.nextInt(20);
            tx.outcome =
                    luck == 0 && unknownOutcomes ? Outcome.UNKNOWN : luck < 3 ? Outcome.ABORTED : Outcome.COMMITTED;
            boolean takesEffect =
                    tx.outcome == Outcome.COMMITTED || tx.outcome == Outcome.UNKNOWN && random.nextBoolean();
            if (tx.outcome == Outcome.UNKNOWN) {
                tx.recordedNs += random.nextInt(5) * overlapNs;
            }
            tx.account = takesEffect ? random.nextInt(100) - 50 : 0;
            execute(tx, takesEffect);
            freeNs[tx.client] = tx.recordedNs + random.nextInt(50);
            model.transactions.add(tx);
        }
    }

    private void execute(Tx tx, boolean takesEffect) {
        if (random.nextInt(4) == 0) {
            scan(tx);
        }
        int count = 1 + random.nextInt(4);
        int offset = random.nextInt(keys);
        List<Op> installs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int table = random.nextInt(TABLES);
            long key = (offset + 7L * i) % keys;
            if (tx.ops.stream()
                    .anyMatch(op -> op.table == table && op.key == key && op.kind != HistoryCodec.PREDICATE_READ)) {
                continue;
            }
            Op before = state.get(table).get(key);
            int action = random.nextInt(6);
            if (action < 4) {
                read(tx, table, key, before);
            }
            if (action >= 2) {
                boolean delete = before != null && random.nextInt(5) == 0;
                int kind = delete ? HistoryCodec.DELETE : before == null ? HistoryCodec.INSERT : HistoryCodec.WRITE;
                // Values repeat now and then, as balances do.
                long hash = delete ? 0 : random.nextInt(4) == 0 ? random.nextInt(3) : newHash();
                installs.add(new Op(kind, table, key, 0, hash, delete));
            }
        }
        long[][] saved = {headers[0].clone(), headers[1].clone()};
        for (Op install : installs) {
            install.version = ++headers[install.table][headerOf(install.key)];
            tx.ops.add(install);
            if (takesEffect) {
                if (install.absent) {
                    state.get(install.table).remove(install.key);
                } else {
                    state.get(install.table).put(install.key, install);
                }
            }
        }
        if (!takesEffect) {
            headers[0] = saved[0];
            headers[1] = saved[1];
        }
    }

    private void read(Tx tx, int table, long key, Op before) {
        if (before == null) {
            tx.readAbsent(table, key, header(table, key));
        } else {
            tx.read(table, key, header(table, key), before.hash);
        }
    }

    private void scan(Tx tx) {
        int table = random.nextInt(TABLES);
        long lowest = random.nextInt(keys);
        long highest = lowest + random.nextInt(6);
        tx.scan(table, lowest, highest);
        for (Op op : state.get(table).subMap(lowest, true, highest, true).values()) {
            tx.row(table, op.key, header(table, op.key), op.hash);
        }
    }

    private long header(int table, long key) {
        return headers[table][headerOf(key)];
    }

    private int headerOf(long key) {
        return (int) (key / keysPerHeader);
    }

    private long newHash() {
        return ValueHash.finish(ValueHash.start((int) ++valueSeed));
    }
}
