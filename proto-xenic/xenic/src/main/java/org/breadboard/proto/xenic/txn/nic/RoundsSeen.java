// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

/**
 * What the cores of one NIC have learned of types of transactions from what other NICs answered; in the NIC's memory. A
 * core that sees a word late only learns the same once more.
 */
public final class RoundsSeen {
    private final boolean[] several;

    /** Nothing is known of so many types. */
    public RoundsSeen(int types) {
        several = new boolean[types];
    }

    /** A remote NIC has answered that a transaction of a type needs more than one round. */
    void takesRounds(int type) {
        several[type] = true;
    }

    /** Whether all of a type needed one round only, so far. */
    boolean isOneRound(int type) {
        return !several[type];
    }
}
