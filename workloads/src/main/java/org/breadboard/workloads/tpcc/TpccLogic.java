// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/** What TPC-C's transactions have in common. Input 0 is the district at which the client sits. */
abstract class TpccLogic extends NamedLogic {
    final RowLayout rows;
    private final boolean shipped;

    /**
     * A type of transaction.
     *
     * @param rows what rows look like
     * @param shipped whether it may run away from its host: new-order and payment (Xenic 5.3)
     */
    TpccLogic(String name, int inputs, RowLayout rows, boolean shipped, double roundNs) {
        super(name, inputs, roundNs);
        this.rows = rows;
        this.shipped = shipped;
    }

    @Override
    public final boolean shippable() {
        return shipped;
    }

    /** Declares the lookup of all customers of a last name. */
    static void byName(LogicContext transaction, long district, long name) {
        transaction.range(
                Schema.NAME_INDEX,
                Schema.firstOfName(district, name),
                Schema.firstOfName(district, name + 1) - 1,
                Schema.MOST_CUSTOMERS);
    }

    /** The customer in the middle of those that the lookup found, rounded up (TPC-C 2.5.2.2), or 0. */
    long middleOfName(LogicContext transaction) {
        int range = access(transaction, Schema.NAME_INDEX);
        int found = 0;
        for (int i = range + 1; i < transaction.accesses(); i++) {
            found += transaction.rangeOf(i) == range ? 1 : 0;
        }
        int left = (found + 1) / 2;
        for (int i = range + 1; i < transaction.accesses() && left > 0; i++) {
            if (transaction.rangeOf(i) == range && --left == 0) {
                return rows.get(transaction, i, Column.NAMED_CUSTOMER);
            }
        }
        return 0;
    }

    /** Whether a sum of money has room for more. If not, the application aborts. */
    final boolean mayAdd(LogicContext transaction, int access, Column sum, long cents) {
        return rows.holds(sum, rows.get(transaction, access, sum) + cents);
    }

    /** The first access to a table that is no row of a range but may be a range, or -1. */
    static int access(LogicContext transaction, int table) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.table(i) == table && transaction.rangeOf(i) < 0) {
                return i;
            }
        }
        return -1;
    }

    /** The first access to a table that may write. */
    static int writing(LogicContext transaction, int table) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.table(i) == table && transaction.mode(i).writes()) {
                return i;
            }
        }
        return -1;
    }

    /** The first row of the first range over a table, or -1. */
    static int firstRow(LogicContext transaction, int table) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.table(i) == table && transaction.rangeOf(i) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
