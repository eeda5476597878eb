// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
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
import org.breadboard.workloads.parts.QuickZipf;

/** YCSB's core workload for one cluster. */
final class CoreWorkload implements Workload {
    private final Settings settings;
    private final CoreKeys keys;
    private final boolean ordered;
    private final int threadsPerNode;
    private final int fields;
    private final int fieldBytes;
    private final double[] ends;
    private final int leastScan;
    private final int scans;
    private final QuickZipf scanRanks;
    private final boolean writesAll;
    private final TableSpec table;
    private final List<TransactionLogic> operations;
    private final List<String> remarks;
    /** What is drawn instead of an insert for which there is no room. */
    private final int instead;
    /** Those of the last run. */
    private final List<Client> clients = new ArrayList<>();

    /**
     * Such a workload.
     *
     * @param ends how often each type is drawn, in the order of types, added up: the last is the sum
     * @param ordered whether the table is
     */
    CoreWorkload(
            Settings settings,
            CoreKeys keys,
            double[] ends,
            boolean ordered,
            int threadsPerNode,
            List<String> remarks) {
        this.settings = settings;
        this.keys = keys;
        this.ends = ends;
        this.ordered = ordered;
        this.threadsPerNode = threadsPerNode;
        this.remarks = remarks;
        instead = mostFrequentBesidesInserts();
        fields = settings.get(YcsbCore.FIELD_COUNT);
        fieldBytes = settings.get(YcsbCore.FIELD_LENGTH);
        leastScan = settings.get(YcsbCore.MIN_SCAN);
        scans = settings.get(YcsbCore.MAX_SCAN) - leastScan + 1;
        scanRanks =
                settings.get(YcsbCore.SCAN_LENGTH).equals("zipfian") ? new QuickZipf(scans, CoreChoice.THETA) : null;
        writesAll = settings.get(YcsbCore.WRITE_ALL);
        long capacity = keys.records() + keys.room() * keys.threads() * keys.shares();
        int recordBytes = CoreLogic.recordBytes(fields, fieldBytes);
        TableSpec plain = new TableSpec(CoreLogic.TABLE, "usertable", recordBytes, capacity, ordered);
        table = keys.spread() ? plain.withSpreadRanges() : plain;
        operations = CoreLogic.all(keys, fields, fieldBytes, ordered, settings.get(NamedLogic.ROUND_NS));
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(table);
    }

    @Override
    public Population population(int ofTable) {
        return keys.population(fields, fieldBytes);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return operations;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        if (clients.stream().anyMatch(client -> client.drew)) {
            clients.clear(); // generators are made before any draws, so that this is another run
        }
        Client client = ordered ? new Client(node, thread) : new Client(0, node * threadsPerNode + thread);
        clients.add(client);
        return client;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new CoreRecordsIntact(keys, fields, fieldBytes));
    }

    @Override
    public int partition(int ofTable, long key, int partitions) {
        return keys.partition(key, ordered, partitions);
    }

    @Override
    public List<String> remarks() {
        long replaced = clients.stream().mapToLong(client -> client.replaced).sum();
        if (replaced == 0) {
            return remarks;
        }
        List<String> all = new ArrayList<>(remarks);
        all.add(String.format(
                Locale.ROOT,
                "%,d operations that were drawn as an insert became a %s, since their threads had inserted all of the %,d"
                        + " records for which there is room; raise workload.insertRoom.",
                replaced,
                operations.get(instead).name(),
                keys.room()));
        return all;
    }

    /** A read if there is nothing else. */
    private int mostFrequentBesidesInserts() {
        int most = CoreLogic.READ;
        for (int type = 0; type < ends.length; type++) {
            if (type != CoreLogic.INSERT && weight(type) > weight(most)) {
                most = type;
            }
        }
        return most;
    }

    private double weight(int type) {
        return type == 0 ? ends[0] : ends[type] - ends[type - 1];
    }

    /** The clients of one thread: what a client process is for YCSB. */
    private final class Client implements Generator {
        private final int share;
        private final int thread;
        private final CoreChoice choice;
        private final long first;
        /** Which of its inserts have ended, and how many from the first one on have: those it knows. */
        private final BitSet ended;

        private int known;
        private int inserts;
        private boolean drew;
        private long replaced;

        Client(int share, int thread) {
            this.share = share;
            this.thread = thread;
            first = keys.first(share);
            choice = CoreChoice.of(settings, first, keys.room(), (double) thread / keys.threads());
            ended = new BitSet((int) keys.room());
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            drew = true;
            acknowledge(into);
            double drawn = random.nextDouble() * ends[ends.length - 1];
            int type = 0;
            while (drawn >= ends[type]) {
                type++;
            }
            if (type == CoreLogic.INSERT && inserts == keys.room()) {
                type = instead;
                replaced++;
            }
            into.begin(type, operations.get(type));
            if (type == CoreLogic.INSERT) {
                insert(random, into);
                return;
            }
            long number = choice.next(random, first + known);
            int from = type == CoreLogic.SCAN && keys.spread() ? random.nextInt(keys.shares()) : share;
            into.put(keys.key(from, number < first ? number : keys.inserted(thread, number - first)));
            if (type == CoreLogic.SCAN) {
                into.put(leastScan + (scanRanks == null ? random.nextInt(scans) : scanRanks.next(random)));
            } else if (type != CoreLogic.READ) {
                into.put(random.nextLong());
                into.put(writesAll ? CoreLogic.ALL_FIELDS : random.nextInt(fields));
            }
        }

        private void insert(RandomStream random, TransactionInput into) {
            into.put(keys.key(share, keys.inserted(thread, inserts)));
            into.put(random.nextLong());
            into.put(CoreLogic.ALL_FIELDS);
            into.put(inserts++);
        }

        /** A context that asks for its next transaction has ended its last one. */
        private void acknowledge(TransactionInput into) {
            if (into.lengthBytes() == CoreLogic.INSERT_INPUTS * Long.BYTES) {
                ended.set((int) into.number(CoreLogic.INSERT_INPUTS - 1));
                known = ended.nextClearBit(known);
            }
        }
    }
}
