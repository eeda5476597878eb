// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reach;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.NodePlacement;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.tenants.SharedWorkload;

/**
 * What transactions want of tables in order, and on which nodes it is. Some are drawn for a cluster, always the same
 * ones, and run on the initial state: a record is what its population says, and a range has those of its records that
 * are next to its beginning. What transactions want rarely, or only of a later state, is not seen.
 */
public final class OrderedUse {
    private static final long SEED = 20_261_129;
    private static final int MOST_NODES = 3;
    private static final int TRANSACTIONS = 100;
    private static final int MOST_ROUNDS = 32;
    private static final int PROBES = 16;

    private final Workload workload;
    private final Placement placement;
    private final Transaction transaction = new Transaction();
    private final byte[][] values;
    private final String[] unordered;
    private final String[] apart;
    private final String[] elsewhere;

    /** What the transactions of a workload want in a cluster of so many machines with records. */
    public OrderedUse(Workload workload, int nodes) {
        this.workload = workload;
        placement = new NodePlacement(Configuration.first(nodes, 1), workload);
        List<TableSpec> tables = workload.tables();
        values = tables.stream().map(table -> new byte[table.valueBytes()]).toArray(byte[][]::new);
        unordered = new String[tables.size()];
        apart = new String[tables.size()];
        elsewhere = new String[tables.size()];
        List<Integer> threads = workload instanceof SharedWorkload shared
                ? shared.tenants().stream().map(tenant -> tenant.cores().get(0)).toList()
                : List.of(0);
        for (int node = 0; node < Math.min(nodes, MOST_NODES); node++) {
            for (int thread : threads) {
                draw(node, thread);
            }
        }
    }

    /** What is wanted of a table that it does not declare: an order; null if no such range was drawn. */
    public String unordered(int table) {
        return unordered[table];
    }

    /** A range whose keys are on several nodes, of a table that is not spread; null if none was drawn. */
    public String apart(int table) {
        return apart[table];
    }

    /**
     * What a client wants of an ordered table on another node than its own, where it may not; null if that was not
     * drawn.
     */
    public String elsewhere(int table) {
        return elsewhere[table];
    }

    private void draw(int node, int thread) {
        Workload.Generator generator = workload.generator(node, thread, placement);
        SeededStream random = new SeededStream(SEED, (long) node << Integer.SIZE | thread);
        int firstTable = SharedWorkload.share(workload, thread, placement).firstTable();
        for (int i = 0; i < TRANSACTIONS; i++) {
            generator.next(random, transaction.input());
            transaction.reset();
            try {
                run(node, firstTable);
            } catch (RuntimeException astray) {
                // In a run it would find other rows in its ranges; what it has asked for until now is noted.
            }
        }
    }

    private void run(int node, int firstTable) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int from = transaction.accesses();
            if (transaction.run(round) != Decision.FETCH) {
                return;
            }
            int to = transaction.accesses();
            for (int access = from; access < to; access++) {
                int table = firstTable + transaction.table(access);
                note(node, table, access);
                answer(table, access);
            }
        }
    }

    private void note(int node, int table, int access) {
        TableSpec spec = workload.tables().get(table);
        boolean ranges = transaction.mode(access).ranges();
        if (!spec.ordered()) {
            if (ranges && unordered[table] == null) {
                unordered[table] = words(spec, access) + ", which is declared without an order";
            }
            return;
        }
        if (ranges && spec.spread()) {
            return; // it may be anywhere
        }
        long low = transaction.key(access);
        int first = placement.primary(table, low);
        int other = ranges ? otherNode(table, low, transaction.highKey(access), first) : first;
        if (other != first && apart[table] == null) {
            apart[table] = words(spec, access) + ", whose keys are on nodes " + Math.min(first, other) + " and "
                    + Math.max(first, other);
        } else if (other == first && first != node && elsewhere[table] == null) {
            elsewhere[table] = words(spec, access) + ", which is on node " + first + ", for a client on node " + node;
        }
    }

    private String words(TableSpec spec, int access) {
        boolean ranges = transaction.mode(access).ranges();
        String keys = ranges
                ? "the range from key " + transaction.key(access) + " to " + transaction.highKey(access)
                : "key " + transaction.key(access);
        return "transaction '" + transaction.logic().name() + "' wants " + keys + " of table '" + spec.name() + "'";
    }

    /**
     * A node that has another key of a range than the lowest, among keys next to that, the highest, and some between.
     */
    private int otherNode(int table, long low, long high, int first) {
        long width = high - low; // as an unsigned number
        long[] offsets = new long[2 * PROBES + 1];
        for (int i = 0; i < PROBES; i++) {
            offsets[2 * i] = 1L + i;
            offsets[2 * i + 1] = Long.divideUnsigned(width, PROBES) * i;
        }
        offsets[2 * PROBES] = width;
        return Arrays.stream(offsets)
                .filter(offset -> Long.compareUnsigned(offset, width) <= 0)
                .mapToInt(offset -> placement.primary(table, low + offset))
                .filter(node -> node != first)
                .findFirst()
                .orElse(first);
    }

    private void answer(int table, int access) {
        if (!transaction.mode(access).ranges()) {
            answerRecord(table, access);
            return;
        }
        boolean down = transaction.mode(access) == AccessMode.MAX;
        long at = down ? transaction.highKey(access) : transaction.key(access);
        long width = transaction.highKey(access) - transaction.key(access);
        int rows = 0;
        for (long i = 0; i < PROBES && Long.compareUnsigned(i, width) <= 0 && rows < transaction.limit(access); i++) {
            long key = down ? at - i : at + i;
            if (workload.population(table).exists(key, values[table])) {
                if (rows++ == 0) {
                    transaction.fetched(access, 0, values[table], 0, 0);
                }
                answerRecord(table, transaction.row(access, key));
            }
        }
        if (rows == 0) {
            transaction.missing(access, 0);
        }
    }

    private void answerRecord(int table, int access) {
        byte[] value = values[table];
        Arrays.fill(value, (byte) 0);
        if (workload.population(table).value(transaction.key(access), value)) {
            transaction.fetched(access, 0, value, 0, value.length);
        } else {
            transaction.missing(access, 0);
        }
    }
}
