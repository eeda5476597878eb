package org.breadboard.workloads.tpcc;

import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.NamedLogic;

/** What TPC-C's transactions have in common. Input 0 is the district at which the client sits. */
abstract class TpccLogic extends NamedLogic {
    private final boolean shipped;

    /**
     * A type of transaction.
     *
     * @param shipped whether it may run away from its host: new-order and payment (Xenic 5.3)
     */
    TpccLogic(String name, int inputs, boolean shipped, double roundNs) {
        super(name, inputs, roundNs);
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
    static long middleOfName(LogicContext transaction) {
        int range = access(transaction, Schema.NAME_INDEX);
        int rows = 0;
        for (int i = range + 1; i < transaction.accesses(); i++) {
            rows += transaction.rangeOf(i) == range ? 1 : 0;
        }
        int left = (rows + 1) / 2;
        for (int i = range + 1; i < transaction.accesses() && left > 0; i++) {
            if (transaction.rangeOf(i) == range && --left == 0) {
                return transaction.getInt(i, 0);
            }
        }
        return 0;
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
