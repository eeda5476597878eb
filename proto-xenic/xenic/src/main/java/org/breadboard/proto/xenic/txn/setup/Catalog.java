// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.setup;

import java.util.List;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;

/**
 * What every node knows from the beginning: the tables, the types of transactions, and where records are. Immutable;
 * any thread.
 */
public final class Catalog {
    private final boolean[] ordered;
    private final List<TransactionLogic> logics;
    private final Placement placement;
    private final boolean hasOrdered;
    private final boolean hasSpread;
    private final List<TableSpec> specs;

    /** The catalog of a run. */
    public Catalog(ProtocolContext context) {
        specs = context.tables();
        hasSpread = specs.stream().anyMatch(TableSpec::spread);
        ordered = new boolean[context.tables().size()];
        boolean any = false;
        for (int table = 0; table < ordered.length; table++) {
            ordered[table] = context.tables().get(table).ordered();
            any |= ordered[table];
        }
        hasOrdered = any;
        logics = context.transactions();
        placement = context.placement();
    }

    /** How many tables there are. */
    public int tables() {
        return ordered.length;
    }

    /** Whether a table is ordered: only its primary's host uses it. */
    public boolean isOrdered(int table) {
        return ordered[table];
    }

    /** Whether there are ordered tables, which some transactions use beside hashed ones. */
    public boolean hasOrdered() {
        return hasOrdered;
    }

    /** Whether there are ranges over the keys of all partitions: then nothing is shipped. */
    public boolean hasSpread() {
        return hasSpread;
    }

    /** All tables. */
    public List<TableSpec> specs() {
        return specs;
    }

    /** How many types of transactions there are. */
    public int types() {
        return logics.size();
    }

    /** What transactions of a type do. */
    public TransactionLogic logic(int type) {
        return logics.get(type);
    }

    /** Where records are. */
    public Placement placement() {
        return placement;
    }
}
