// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.txn.Transaction;

/** A client: one context of a stage, with its transaction and how far that is. The stage's thread. */
final class Client {
    enum State {
        IDLE,
        WAITING,
        RUNNING,
        /** Its attempt was under way when a configuration ended: recovery will tell what became of it. */
        INTERRUPTED,
        /** After a transaction of unknown outcome, until it begins another, if ever. */
        SILENT,
        FINISHED
    }

    /** Its number on its stage. */
    final int context;
    /** Its number among all clients, as histories count them. */
    final int number;

    final Transaction transaction = new Transaction();
    State state = State.IDLE;
    /** When the transaction was to begin. */
    long intendedNs;
    /** When its next attempt may begin. */
    long readyNs;
    /** How many attempts at the transaction have failed. */
    int tries;
    /** Whether the next attempt is another one at the same transaction. */
    boolean retry;
    /** Whether the last attempt's record is still open, since an earlier one may turn out to be what committed. */
    boolean undecided;
    /** In which epoch an attempt was interrupted. */
    long interruptedIn;
    /** Whether the transaction is given up instead of being tried again, since its records live elsewhere now. */
    boolean astray;
    /** How many attempts began after admission had ended. */
    int lateTries;
    /** Whether the last attempt failed for want of room: another one may, too, for ever. */
    boolean exhausted;

    Client(int context, int number) {
        this.context = context;
        this.number = number;
    }

    /** Waits for a new transaction, which is to begin then. */
    void waits(long beginNs) {
        retry = false;
        tries = 0;
        intendedNs = beginNs;
        readyNs = beginNs;
        state = State.WAITING;
    }

    /** Waits for another attempt, since one has failed. */
    void waitsAgain() {
        retry = true;
        tries++;
        state = State.WAITING;
    }

    /** Whether its transaction has been tried and may be tried again. */
    boolean isTriedAgain() {
        return state == State.INTERRUPTED || state == State.WAITING && retry;
    }

    /** Whether an attempt is under way, or may turn out to have committed. */
    boolean isUnderWay() {
        return state == State.RUNNING || state == State.INTERRUPTED || undecided;
    }
}
