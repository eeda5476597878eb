package org.breadboard.workloads.trace;

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

/** A trace for one cluster. */
final class TraceWorkload implements Workload {
    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 1;

    private final Trace trace;
    private final int requests;
    private final int threadsPerNode;
    private final int threads;
    private final TableSpec table;
    private final List<TransactionLogic> transactions;

    TraceWorkload(Trace trace, Settings settings, int nodes, int threadsPerNode) {
        this.trace = trace;
        this.threadsPerNode = threadsPerNode;
        threads = nodes * threadsPerNode;
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
        return new Reader((long) requests * (node * threadsPerNode + thread));
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new UpdatesCounted(trace.keys(), table.valueBytes()));
    }

    @Override
    public List<String> remarks() {
        return List.of("Its trace, " + trace.file() + ", has " + trace.length() + " operations on " + trace.keys()
                + " keys, and is repeated from the beginning as often as it takes.");
    }

    /** Takes every so-many-th transaction of the trace. */
    private final class Reader implements Generator {
        private final long[] drawn = new long[requests];
        private long at;

        Reader(long first) {
            at = first;
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            int keys = 0;
            boolean updates = false;
            for (int i = 0; i < requests; i++) {
                int line = (int) ((at + i) % trace.length());
                updates |= trace.updates(line);
                keys = add(2L * trace.key(line) + (trace.updates(line) ? 1 : 0), keys);
            }
            at += (long) requests * threads;
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
