// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.txn.Transaction;

/**
 * Learns what NICs do with clients' transactions, for the clients and their history, on whichever node they are. The
 * paper's system has nothing like it: it takes no time, and no bytes travel. A core calls it while the client waits for
 * the outcome, so nobody else has to do with the client's transaction then.
 */
public interface NicObserver {
    /**
     * A NIC has executed a transaction, and comes to commit it.
     *
     * @param reference of the transaction
     * @param executed what it has read and written there; only until this returns
     * @param rounds how many rounds its host had run before it sent it away
     */
    void executed(long reference, Transaction executed, int rounds);

    /** A transaction is about to be logged: nothing but a crash keeps what it writes from being installed. */
    void installs(long reference);
}
