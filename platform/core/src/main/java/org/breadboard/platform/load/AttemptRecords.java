// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.function.LongSupplier;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.txn.Transaction;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.recording.HistoryRecorder;

/** Where one stage's clients put down what became of their attempts: the history, and what measures. Their thread. */
public final class AttemptRecords {
    /** What tells attempts of a client apart, above its number. */
    private static final int CLIENTS = 65_536;

    private final Measured measured;
    private final HistoryRecorder history;
    private final AccessRecorder accesses;
    private final LongSupplier clock;
    private final int firstClient;
    private final int firstType;
    private long attempts;

    /**
     * Records of one stage.
     *
     * @param measured gets what completes; others may share it
     * @param history where attempts are recorded; its client ids begin at {@code firstClient}
     * @param items what the history has versions of
     * @param clock a clock that is never behind what has happened, for completions
     * @param firstTable what the history adds to the number of a transaction's table
     * @param firstType what results and history add to a transaction's type
     */
    public AttemptRecords(
            Measured measured,
            HistoryRecorder history,
            Items items,
            LongSupplier clock,
            int firstClient,
            int firstTable,
            int firstType) {
        this.measured = measured;
        this.history = history;
        accesses = new AccessRecorder(history, items, firstTable);
        this.clock = clock;
        this.firstClient = firstClient;
        this.firstType = firstType;
    }

    int firstClient() {
        return firstClient;
    }

    AccessRecorder accesses() {
        return accesses;
    }

    /** An attempt begins: a record is opened for it, unless that of the one before is still open. */
    void began(Client client, long nowNs) {
        attempts++;
        if (!client.undecided) {
            history.invoked(client.number, nowNs);
        }
        client.undecided = false;
    }

    void committed(Client client) {
        long nowNs = clock.getAsLong();
        record(client, Outcome.COMMITTED, nowNs);
        measured.committed(firstType + client.transaction.type(), client.intendedNs, nowNs);
    }

    /** An attempt failed; its record stays open if an earlier one may have committed. Returns when. */
    long aborted(Client client, AbortReason reason) {
        long nowNs = clock.getAsLong();
        if (!client.undecided) {
            record(client, Outcome.ABORTED, nowNs);
        }
        measured.aborted(firstType + client.transaction.type(), reason, nowNs);
        return nowNs;
    }

    void unknown(Client client) {
        record(client, Outcome.UNKNOWN, 0);
    }

    private void record(Client client, Outcome outcome, long nowNs) {
        Transaction t = client.transaction;
        history.begin(client.number, firstType + t.type(), attempts * CLIENTS + client.number);
        accesses.record(t, outcome);
        history.end(outcome, nowNs, t.account());
    }

    void flush(long nowNs) {
        history.flush(nowNs);
    }

    /**
     * Ends the history.
     *
     * @throws IllegalStateException if a record is half written
     */
    void close() {
        history.close();
    }

    /** Hands over what the history's sink had no room for; {@code gather} makes room. */
    void handOver(Runnable gather) {
        while (!history.offerWaiting()) {
            gather.run();
        }
    }
}
