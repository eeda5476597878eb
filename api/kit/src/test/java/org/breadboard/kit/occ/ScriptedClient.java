// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;

/** A client of one context with one logic, which remembers how its attempts ended. */
final class ScriptedClient implements TransactionSource {
    final List<String> outcomes = new ArrayList<>();
    private final Transaction transaction = new Transaction();
    private final TransactionLogic logic;
    private int attempts;

    ScriptedClient(int attempts, Round round) {
        this.attempts = attempts;
        logic = new TransactionLogic() {
            @Override
            public String name() {
                return "scripted";
            }

            @Override
            public double computeNs() {
                return 7;
            }

            @Override
            public Decision run(int number, LogicContext of) {
                return round.run(number, of);
            }
        };
    }

    interface Round {
        Decision run(int number, LogicContext transaction);
    }

    @Override
    public int contexts() {
        return 1;
    }

    @Override
    public double next(Step step, int context) {
        if (attempts < 0) {
            attempts = -attempts;
            return 25;
        }
        if (attempts-- == 0) {
            return STOP;
        }
        transaction.input().begin(0, logic);
        return NOW;
    }

    @Override
    public Transaction transaction(int context) {
        return transaction;
    }

    @Override
    public void committed(Step step, int context) {
        outcomes.add("committed");
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        outcomes.add("aborted " + reason);
    }

    @Override
    public void corrected(Step step, int context, AbortReason reason) {
        outcomes.add("corrected " + reason);
    }

    @Override
    public void unknown(Step step, int context) {
        outcomes.add("unknown");
    }
}
