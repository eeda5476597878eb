// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.osgi.annotation.versioning.ConsumerType;

/** A workload, sized for one cluster. Immutable once built, except for its generators; any thread. */
@ConsumerType
public interface Workload {
    /** Its tables, each at the index of its id. */
    List<TableSpec> tables();

    /** The initial content of a table. */
    Population population(int table);

    /**
     * Whether its transactions may remove records of a table. Protocols whose tables hold a fixed set of records refuse
     * it beforehand then, as they do where {@link #population} names keys without a record, which may be inserted.
     */
    default boolean removes(int table) {
        return false;
    }

    /** Its types of transactions, each at the index of its type. */
    List<TransactionLogic> transactions();

    /**
     * A source of transactions for one context. Called while the cluster is built, and before that while a mix is
     * checked: one that is asked for after another has drawn belongs to another run.
     */
    Generator generator(int node, int thread, Placement placement);

    /** What must hold of the final state, besides serializability. */
    List<Invariant> invariants();

    /** What readers of the figures should know of it, such as a setting that means nothing here; a sentence each. */
    default List<String> remarks() {
        return List.of();
    }

    /**
     * Where a record has to live, for a workload that is not partitioned by the hash of its keys, as TPC-C is by
     * warehouse. Records with the same answer have their primary and their backups on the same nodes, so a transaction
     * that keeps to one partition is local to its primary. A pure function, also for keys without a record; called for
     * every access.
     *
     * @param partitions how many there are, one per node; the primary of partition n is node n
     * @return from 0 to {@code partitions}, excluded, or {@link #BY_HASH}
     */
    default int partition(int table, long key, int partitions) {
        return BY_HASH;
    }

    /** Answer of {@link #partition}: wherever the hash of the key leads. */
    int BY_HASH = -1;

    /** Draws transactions. One thread at a time. */
    @FunctionalInterface
    @ConsumerType
    interface Generator {
        /**
         * Sets type and input of the next transaction, drawn from {@code random}, through
         * {@link TransactionInput#begin}.
         */
        void next(RandomStream random, TransactionInput into);

        /**
         * Machines have crashed or come back, and records live elsewhere: what is drawn from now on may be for where
         * they are now. No transaction of the generator's is under way.
         *
         * @param now as {@link Workload#generator} was given one
         */
        default void moved(Placement now) {}

        /**
         * Whether a transaction that was drawn before can still be tried again after {@link #moved}. If not, its client
         * gives it up and draws another: the record of an ordered table whose primary is another node now, for one.
         */
        default boolean fits(TransactionInput drawn) {
            return true;
        }
    }
}
