// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

/** What a transaction's logic wants after a round. */
public enum Decision {
    /** Fetch the accesses that this round declared, then call the logic for the next round. */
    FETCH,
    /** Everything is read and written: commit. */
    COMMIT,
    /** The application gives up: nothing is written, and it counts as {@code APPLICATION}. */
    ABORT
}
