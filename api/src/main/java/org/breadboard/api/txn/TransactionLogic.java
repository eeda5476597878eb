package org.breadboard.api.txn;

/**
 * One type of transaction: a pure function from its input and what it has read to further accesses, to writes, or to an
 * abort. It holds no state and asks for no time and no randomness, so that a protocol may run it on a host, ship it to a NIC
 * or another node (Xenic 4.2.2), or run it again with corrections (NOCC 2). Any thread.
 */
public interface TransactionLogic {
    /** The name in results, unique within its workload. */
    String name();

    /**
     * Runs one round. Round 0 sees the input only; round n sees what the accesses of the rounds before it fetched. New values
     * of records that are updated or inserted may be put in any round after the fetch, up to the one that commits.
     */
    Decision run(int round, Transaction transaction);

    /** What a round costs on the reference core, in ns, without the accesses themselves. */
    default double computeNs() {
        return 0;
    }

    /**
     * Whether it may be shipped away from its host; not if it overwrites, since what round 0 put does not travel. Where it executes
     * nobody can look into its host's ordered tables: it inserts only keys into them that cannot exist, such as those that a
     * counter numbers which it updates.
     */
    default boolean shippable() {
        return false;
    }

    /** Bytes of input that have to travel with it when it is shipped. */
    default int externalStateBytes() {
        return 0;
    }
}
