// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
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

/** A trace for one cluster. All clients of a run take their lines from one place, so that none is left out. */
final class TraceWorkload implements Workload {
    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 1;

    private final Trace trace;
    private final int requests;
    private final TableSpec table;
    private final List<TransactionLogic> transactions;
    /** How many operations the clients of the last run have taken. */
    private AtomicLong taken = new AtomicLong();

    TraceWorkload(Trace trace, Settings settings) {
        this.trace = trace;
        requests = settings.get(TraceReplay.REQUESTS);
        int valueBytes = settings.get(TraceReplay.VALUE_BYTES);
        double roundNs = settings.get(NamedLogic.ROUND_NS);
        table = new TableSpec(StoredObject.TABLE, "keys", valueBytes, trace.keys(), false);
        transactions = List.of(
                new TraceTransaction("read-only", requests, valueBytes, roundNs),
                new TraceTransaction("read-write", requests, valueBytes, roundNs));
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(table);
    }

    @Override
    public Population population(int ofTable) {
        return StoredObject.all(trace.keys(), table.valueBytes());
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        if (taken.get() > 0) {
            taken = new AtomicLong(); // generators are made before any draws, so that this is another run
        }
        return new Reader(taken);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new UpdatesCounted(trace.keys(), table.valueBytes()));
    }

    @Override
    public List<String> remarks() {
        return List.of(String.format(
                Locale.ROOT,
                "Its trace, %s, has %,d operations on %,d keys, of which clients took %,d: %s.",
                trace.file(),
                trace.length(),
                trace.keys(),
                taken.get(),
                taken.get() < trace.length()
                        ? "not all of it"
                        : String.format(
                                Locale.ROOT, "it was replayed %.1f times", (double) taken.get() / trace.length())));
    }

    /** Takes the next lines of the trace for each transaction. */
    private final class Reader implements Generator {
        private final long[] drawn = new long[requests];
        private final AtomicLong taken;

        Reader(AtomicLong taken) {
            this.taken = taken;
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            long at = taken.getAndAdd(requests);
            int keys = 0;
            boolean updates = false;
            for (int i = 0; i < requests; i++) {
                int line = (int) ((at + i) % trace.length());
                updates |= trace.updates(line);
                keys = add(2L * trace.key(line) + (trace.updates(line) ? 1 : 0), keys);
            }
            int type = updates ? READ_WRITE : READ_ONLY;
            into.begin(type, transactions.get(type));
            into.put(random.nextLong());
            into.put(keys);
            for (int i = 0; i < keys; i++) {
                into.put(drawn[i]);
            }
        }

        /** Adds an operation to those of the transaction; of two on one key an update is left if there is one. */
        private int add(long operation, int keys) {
            for (int i = 0; i < keys; i++) {
                if (drawn[i] >>> 1 == operation >>> 1) {
                    drawn[i] |= operation;
                    return keys;
                }
            }
            drawn[keys] = operation;
            return keys + 1;
        }
    }
}
