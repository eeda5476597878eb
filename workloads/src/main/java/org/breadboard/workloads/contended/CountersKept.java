// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.workload.Invariant;

/**
 * Each record is whole by its checksum, and the records and what they count add up to what there was at first and what
 * committed transactions have added and taken away.
 */
final class CountersKept implements Invariant {
    /** What a record counts for itself, besides its updates. */
    static final long RECORD = 1;

    private final SignedValue signed;

    CountersKept(SignedValue signed) {
        this.signed = signed;
    }

    @Override
    public String name() {
        return "counters-kept";
    }

    @Override
    public Check begin() {
        return new Changes() {
            private long counted;
            private String damage;

            @Override
            public void was(int table, long key, byte[] value) {
                counted -= RECORD + signed.updates(value);
            }

            @Override
            public void record(int table, long key, byte[] value) {
                counted += RECORD + signed.updates(value);
                if (damage == null && !signed.isWhole(key, value)) {
                    damage = "the record under key " + key + " of table " + table
                            + " is a mixture: its checksum is wrong.";
                }
            }

            @Override
            public String violation(long account) {
                if (damage != null) {
                    return damage;
                }
                return counted == account
                        ? null
                        : "records and their updates are " + counted + " more than at first, but " + account
                                + " were committed.";
            }
        };
    }
}
