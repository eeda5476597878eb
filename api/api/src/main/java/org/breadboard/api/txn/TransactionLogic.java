// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One type of transaction: a pure function from its input and what it has read to further accesses, to writes, or to an
 * abort. It holds no state and uses neither time nor randomness, so a protocol may run it on a host, ship it to a NIC
 * or another node (Xenic 4.2.2), or run it again with corrections (NOCC 2). Any thread.
 */
@ConsumerType
public interface TransactionLogic {
    /** The name in results, unique within its workload. */
    String name();

    /**
     * Runs one round. Round 0 sees the input only; round n sees what the accesses of the rounds before it fetched. New
     * values of records that are updated or inserted may be put in any round after the fetch, up to the one that
     * commits.
     */
    Decision run(int round, LogicContext transaction);

    /** What a round costs on the reference core, in ns, without the accesses themselves. */
    default double computeNs() {
        return 0;
    }

    /**
     * Whether it may be shipped away from its host. Not if it overwrites, since what round 0 put does not travel. Where
     * it executes, the host's ordered tables cannot be read. So it may insert into them only keys that cannot exist
     * yet, such as numbers from a counter that it updates.
     */
    default boolean shippable() {
        return false;
    }

    /** Bytes of input that have to travel with it when it is shipped. */
    default int externalStateBytes() {
        return 0;
    }
}
