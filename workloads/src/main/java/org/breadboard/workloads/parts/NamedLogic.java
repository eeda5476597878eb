package org.breadboard.workloads.parts;

import org.breadboard.api.txn.TransactionLogic;

/**
 * What the transactions of this plug-in have in common. Their input is all of their external state, so that they are shippable,
 * unless one says that it is not.
 */
public abstract class NamedLogic implements TransactionLogic {
    /**
     * The CPU cost of a round, in ns. Assumed: half of the 40 ns that a transaction's logic is taken to cost, since a
     * transaction has a round before its first fetch and one behind; the same for all workloads and protocols.
     */
    public static final double ROUND_NS = 20;

    private final String name;
    private final int inputs;

    /**
     * A type of transaction.
     *
     * @param name the name in results
     * @param inputs how many numbers of input it takes
     */
    protected NamedLogic(String name, int inputs) {
        this.name = name;
        this.inputs = inputs;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final double computeNs() {
        return ROUND_NS;
    }

    @Override
    public boolean shippable() {
        return true;
    }

    @Override
    public final int externalStateBytes() {
        return inputs * Long.BYTES;
    }
}
