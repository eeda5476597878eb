// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.history.recording.RecordedHistory;

/**
 * A history as objects that tests can build and damage; it records itself as a run would: by several writers, as time
 * passes.
 */
final class HistoryModel implements InitialState {
    static final int KIND_ROW = 100;

    final List<Tx> transactions = new ArrayList<>();
    /** Rows before the first transaction: every key of a table that is not listed is absent at version 0. */
    final List<Op> initial = new ArrayList<>();
    /** What each key ends as; absent keys are not listed. */
    final List<Op> finalRows = new ArrayList<>();

    static final class Op {
        int kind;
        int table;
        long key;
        long version;
        long hash;
        boolean absent;

        Op(int kind, int table, long key, long version, long hash, boolean absent) {
            this.kind = kind;
            this.table = table;
            this.key = key;
            this.version = version;
            this.hash = hash;
            this.absent = absent;
        }

        Op copy() {
            return new Op(kind, table, key, version, hash, absent);
        }
    }

    static final class Tx {
        long id;
        int type;
        int client;
        long invocationNs;
        long completionNs;
        /** When the record is written; of an unknown outcome later than its effects. */
        long recordedNs;

        Outcome outcome = Outcome.COMMITTED;
        long account;
        List<Op> ops = new ArrayList<>();

        Tx read(int table, long key, long version, long hash) {
            ops.add(new Op(HistoryCodec.READ, table, key, version, hash, false));
            return this;
        }

        Tx readAbsent(int table, long key, long version) {
            ops.add(new Op(HistoryCodec.READ, table, key, version, 0, true));
            return this;
        }

        Tx write(int table, long key, long version, long hash) {
            ops.add(new Op(HistoryCodec.WRITE, table, key, version, hash, false));
            return this;
        }

        Tx insert(int table, long key, long version, long hash) {
            ops.add(new Op(HistoryCodec.INSERT, table, key, version, hash, false));
            return this;
        }

        Tx delete(int table, long key, long version) {
            ops.add(new Op(HistoryCodec.DELETE, table, key, version, 0, true));
            return this;
        }

        /** A scan; the version holds the highest key. */
        Tx scan(int table, long lowest, long highest) {
            ops.add(new Op(HistoryCodec.PREDICATE_READ, table, lowest, highest, 0, false));
            return this;
        }

        Tx instants(long of, long committed) {
            ops.add(new Op(HistoryCodec.SNAPSHOT, 0, of, committed, 0, false));
            return this;
        }

        Tx row(int table, long key, long version, long hash) {
            ops.add(new Op(KIND_ROW, table, key, version, hash, false));
            return this;
        }

        Tx outcome(Outcome newOutcome) {
            outcome = newOutcome;
            return this;
        }
    }

    /** Adds a committed transaction of a client of its own. */
    Tx tx(long id, long invocationNs, long completionNs) {
        Tx tx = new Tx();
        tx.id = id;
        tx.client = 1000 + transactions.size() % 60000;
        tx.invocationNs = invocationNs;
        tx.completionNs = completionNs;
        tx.recordedNs = completionNs;
        transactions.add(tx);
        return tx;
    }

    HistoryModel initially(int table, long key, long version, long hash) {
        initial.add(new Op(HistoryCodec.INSERT, table, key, version, hash, false));
        return this;
    }

    HistoryModel finallyHolds(int table, long key, long version, long hash) {
        finalRows.add(new Op(HistoryCodec.READ, table, key, version, hash, false));
        return this;
    }

    @Override
    public void describe(int table, long key, Answer answer) {
        for (Op op : initial) {
            if (op.table == table && op.key == key) {
                answer.present(op.version, op.hash);
                return;
            }
        }
        answer.absent(0);
    }

    @Override
    public void forEachPresent(int table, long lowest, long highest, LongConsumer visitor) {
        for (Op op : initial) {
            if (op.table == table && lowest <= op.key && op.key <= highest) {
                visitor.accept(op.key);
            }
        }
    }

    /** Three equal replicas of one partition. */
    FinalState finalState() {
        return visitor -> {
            for (int node = 0; node < 3; node++) {
                visitor.replica(node, 0, node == 0);
                for (Op op : finalRows) {
                    visitor.row(op.table, op.key, op.version, op.hash);
                }
            }
        };
    }

    RecordedHistory recorded() {
        RecordedHistory history = new RecordedHistory();
        record(history, 1, 256);
        return history;
    }

    /** Plays invocations and ends in the order of time into recorders; clients are dealt out among the writers. */
    void record(HistorySink sink, int writers, int chunkWords) {
        HistoryChunkPool pool = new HistoryChunkPool(chunkWords, 64);
        HistoryRecorder[] recorders = new HistoryRecorder[writers];
        for (int w = 0; w < writers; w++) {
            recorders[w] = new HistoryRecorder(w, 0, 65536, pool, sink);
        }
        List<long[]> events = new ArrayList<>();
        for (int i = 0; i < transactions.size(); i++) {
            Tx tx = transactions.get(i);
            events.add(new long[] {tx.invocationNs, 1, i});
            events.add(new long[] {Math.max(tx.recordedNs, tx.invocationNs), 0, i});
        }
        events.sort(Comparator.<long[]>comparingLong(e -> e[0])
                .thenComparingLong(e -> e[1])
                .thenComparingLong(e -> e[2]));
        Random flushes = new Random(events.size());
        for (long[] event : events) {
            Tx tx = transactions.get((int) event[2]);
            HistoryRecorder recorder = recorders[tx.client % writers];
            if (event[1] == 1) {
                recorder.invoked(tx.client, tx.invocationNs);
            } else {
                write(recorder, tx);
            }
            if (flushes.nextInt(40) == 0) {
                recorders[flushes.nextInt(writers)].flush(event[0]);
            }
        }
        for (HistoryRecorder recorder : recorders) {
            recorder.close();
        }
    }

    static void write(HistoryRecorder recorder, Tx tx) {
        recorder.begin(tx.client, tx.type, tx.id);
        for (Op op : tx.ops) {
            switch (op.kind) {
                case HistoryCodec.READ -> {
                    if (op.absent) {
                        recorder.readAbsent(op.table, op.key, op.version);
                    } else {
                        recorder.read(op.table, op.key, op.version, op.hash);
                    }
                }
                case HistoryCodec.WRITE -> recorder.write(op.table, op.key, op.version, op.hash);
                case HistoryCodec.INSERT -> recorder.insert(op.table, op.key, op.version, op.hash);
                case HistoryCodec.DELETE -> recorder.delete(op.table, op.key, op.version);
                case HistoryCodec.SNAPSHOT -> recorder.snapshot(op.key, op.version);
                case HistoryCodec.PREDICATE_READ -> recorder.predicate(op.table, op.key, op.version);
                default -> recorder.predicateRow(op.key, op.version, op.hash);
            }
        }
        recorder.end(tx.outcome, tx.completionNs, tx.account);
    }
}
