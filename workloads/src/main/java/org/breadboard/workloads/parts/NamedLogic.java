// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.Setting;
import org.breadboard.api.txn.TransactionLogic;

/**
 * What the transactions of this plug-in have in common. Their input is all of their external state, so that they are
 * shippable, unless one says that it is not.
 */
public abstract class NamedLogic implements TransactionLogic {
    /** What a round costs. The default is half of the 40 ns that a transaction's logic is taken to cost (assumed). */
    public static final Setting<Double> ROUND_NS = Setting.number(
            "roundNs",
            "ns",
            20,
            0,
            1_000_000,
            "CPU of a round of a transaction's logic, of which there is one before its first fetch and one behind each"
                    + " (assumed, the same for all workloads and protocols).");

    private final String name;
    private final int inputs;
    private final double roundNs;

    /**
     * A type of transaction.
     *
     * @param name the name in results
     * @param inputs how many numbers of input it takes
     * @param roundNs CPU of a round, {@link #ROUND_NS}
     */
    protected NamedLogic(String name, int inputs, double roundNs) {
        this.name = name;
        this.inputs = inputs;
        this.roundNs = roundNs;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final double computeNs() {
        return roundNs;
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
