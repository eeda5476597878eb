package org.breadboard.api.workload;

import java.util.List;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;

/** A workload, sized for one cluster. Immutable once built, but for what {@link #generator} gives; any thread. */
public interface Workload {
    /** Its tables, each at the index of its id. */
    List<TableSpec> tables();

    /** The initial content of a table. */
    Population population(int table);

    /** Its types of transactions, each at the index of its type. */
    List<TransactionLogic> transactions();

    /** A source of transactions for one context. Called while the cluster is built. */
    Generator generator(int node, int thread, Placement placement);

    /** What must hold of the final state, besides serializability. */
    List<Invariant> invariants();

    /** Draws transactions. One thread at a time. */
    @FunctionalInterface
    interface Generator {
        /** Sets type and input of the next transaction, drawn from {@code random}, through {@link Transaction#begin}. */
        void next(RandomStream random, Transaction into);
    }
}
