// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;

/** Passes all on to the clients of a stage; who looks on overrides what it looks at. The stage's thread. */
public abstract class WatchedClients implements TransactionSource {
    private final TransactionSource clients;

    /** In front of these. */
    protected WatchedClients(TransactionSource clients) {
        this.clients = clients;
    }

    @Override
    public int contexts() {
        return clients.contexts();
    }

    @Override
    public Transaction transaction(int context) {
        return clients.transaction(context);
    }

    @Override
    public double next(Step step, int context) {
        return clients.next(step, context);
    }

    @Override
    public void committed(Step step, int context) {
        clients.committed(step, context);
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        clients.aborted(step, context, reason);
    }

    @Override
    public void corrected(Step step, int context, AbortReason reason) {
        clients.corrected(step, context, reason);
    }

    @Override
    public void unknown(Step step, int context) {
        clients.unknown(step, context);
    }
}
