package org.breadboard.api.workload;

/** Something that must hold for the final state of the primaries, whatever ran. */
public interface Invariant {
    /** The name in results. */
    String name();

    /**
     * Whether the accounts of a type of transaction enter the sum that {@link Check#violation} is given. All types do,
     * unless the workload is one of several that run side by side.
     */
    default boolean accounts(int type) {
        return true;
    }

    /** Begins a check. */
    Check begin();

    /** One check: told of every record of the final state, then asked. */
    interface Check {
        /** A record of the final state; the array is reused. */
        void record(int table, long key, byte[] value);

        /**
         * Null if the invariant holds, otherwise one sentence that says what was found and what was expected. Not asked
         * if what transactions accounted for is not known, as after one of unknown outcome.
         *
         * @param account the sum of {@link org.breadboard.api.txn.Transaction#account()} over committed transactions of
         *     the types that {@link #accounts} names
         */
        String violation(long account);
    }
}
