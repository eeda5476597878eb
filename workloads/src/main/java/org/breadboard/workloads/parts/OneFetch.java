// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;

/** A transaction that knows from its input all that it needs: it declares, is given everything, and decides. */
public abstract class OneFetch extends NamedLogic {
    /** A type of transaction; as {@link NamedLogic#NamedLogic}. */
    protected OneFetch(String name, int inputs, double roundNs) {
        super(name, inputs, roundNs);
    }

    /** Declares the accesses. */
    protected abstract void declare(LogicContext transaction);

    /** Decides, with every access answered, and puts the new values. */
    protected abstract Decision decide(LogicContext transaction);

    @Override
    public final Decision run(int round, LogicContext transaction) {
        if (round == 0) {
            declare(transaction);
            return Decision.FETCH;
        }
        return decide(transaction);
    }
}
