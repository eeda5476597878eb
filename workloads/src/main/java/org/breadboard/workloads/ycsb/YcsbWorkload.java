// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.DenseRows;
import org.breadboard.workloads.parts.Locality;

/** YCSB for one cluster. Keys are numbered from 0, in no order of how often they are drawn. */
final class YcsbWorkload implements Workload {
    private final long keys;
    private final KeyChoice choice;
    private final double writeFraction;
    private final YcsbTransaction logic;
    private final Locality locality;
    private final TableSpec table;

    /** So many records, of which requests take what {@code choice} says. */
    YcsbWorkload(
            long keys, KeyChoice choice, double writeFraction, YcsbTransaction logic, String index, Locality locality) {
        this.keys = keys;
        this.writeFraction = writeFraction;
        this.logic = logic;
        this.locality = locality;
        this.choice = choice;
        int recordBytes = logic.fields() * logic.fieldBytes();
        table = new TableSpec(YcsbTransaction.TABLE, "usertable", recordBytes, keys, false, index, logic.fieldBytes());
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(table);
    }

    @Override
    public Population population(int ofTable) {
        return new DenseRows(keys, (key, value) -> {
            for (int field = 0; field < logic.fields(); field++) {
                Field.fill(key, field, value, logic.fieldBytes());
            }
        });
    }

    @Override
    public List<TransactionLogic> transactions() {
        return List.of(logic);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return new Requests(node, placement);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new FieldsIntact(keys, logic));
    }

    /** Draws transactions for the clients of one thread. */
    private final class Requests implements Generator {
        private final Locality.Keys next;
        private TransactionInput drawing;
        private int drawn;

        Requests(int node, Placement placement) {
            next = locality.at(node, placement, YcsbTransaction.TABLE, this::newKey);
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            into.begin(0, logic);
            into.put(random.nextLong());
            drawing = into;
            for (drawn = 0; drawn < logic.requests(); drawn++) {
                boolean writes = random.nextDouble() < writeFraction;
                int operation = writes ? 1 + random.nextInt(logic.fields()) : 0;
                into.put(logic.request(next.next(random), operation));
            }
        }

        /** A key that the transaction has not drawn yet. */
        private long newKey(RandomStream random) {
            while (true) {
                long key = choice.next(random);
                int same = 1;
                while (same <= drawn && logic.key(drawing.number(same)) != key) {
                    same++;
                }
                if (same > drawn) {
                    return key;
                }
            }
        }
    }
}
