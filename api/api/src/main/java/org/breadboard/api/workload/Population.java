// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

import java.util.Arrays;
import org.osgi.annotation.versioning.ConsumerType;

/** What a table holds before the first transaction: a pure function, so that it need not be stored. Any thread. */
@ConsumerType
public interface Population {
    /** How many candidates for a key there are; {@link #key} gives each. */
    long candidates();

    /** The {@code index}-th candidate's key; keys are distinct. */
    long key(long index);

    /**
     * Writes the initial value of a key: a candidate's, or any other that a transaction may insert.
     *
     * @param value as long as the table's values; zeros when called
     * @return false if there is no such record initially
     */
    boolean value(long key, byte[] value);

    /**
     * Whether there is such a record initially: what {@link #value} answers, for who does not want to know what it
     * holds. Worth writing where that takes less.
     *
     * @param scratch as long as the table's values; may be written
     */
    default boolean exists(long key, byte[] scratch) {
        Arrays.fill(scratch, (byte) 0);
        return value(key, scratch);
    }
}
