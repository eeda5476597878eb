// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

import org.osgi.annotation.versioning.ConsumerType;

/** Something that must hold for the final state of the primaries, whatever ran. */
@ConsumerType
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

    /** One check: told of every record of the final state, then asked. {@link Changes} need not be told of most. */
    @ConsumerType
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

    /**
     * A check that begins with the initial state, as the populations of the tables say, and is told of what has become
     * another: first {@link #was}, once, of each record that is not there any more as it was at first, then
     * {@link #record} of what is there instead. It may be told both of a record that is as it was. A table has millions
     * of records, and a run changes some thousands: such a check takes no longer for a larger one. Sums begin with
     * nothing, and say by how much they have grown.
     */
    @ConsumerType
    interface Changes extends Check {
        /** A record of the initial state, before any record of the final one that has its key; the array is reused. */
        void was(int table, long key, byte[] value);
    }
}
