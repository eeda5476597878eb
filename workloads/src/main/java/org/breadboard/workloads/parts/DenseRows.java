// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.workload.Population;

/**
 * A table that holds at first every key from 0 on.
 *
 * @param candidates how many there are
 * @param values what they hold
 */
public record DenseRows(long candidates, Values values) implements Population {
    /** What records hold at first. */
    @FunctionalInterface
    public interface Values {
        /** Writes a record's value; any thread. */
        void fill(long key, byte[] value);
    }

    @Override
    public long key(long index) {
        return index;
    }

    @Override
    public boolean value(long key, byte[] value) {
        boolean exists = exists(key, value);
        if (exists) {
            values.fill(key, value);
        }
        return exists;
    }

    @Override
    public boolean exists(long key, byte[] scratch) {
        return key >= 0 && key < candidates;
    }
}
