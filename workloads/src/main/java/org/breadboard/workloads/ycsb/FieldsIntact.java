// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.PresentKeys;

/**
 * No record is missing, and every field is, from its first to its last byte, what one writer put there or what stood
 * there first. Whether it is the last writer's is for the history to tell: a blind write says nothing of what it
 * replaces.
 */
final class FieldsIntact implements Invariant {
    private final long keys;
    private final YcsbTransaction logic;

    FieldsIntact(long keys, YcsbTransaction logic) {
        this.keys = keys;
        this.logic = logic;
    }

    @Override
    public String name() {
        return "fields-intact";
    }

    @Override
    public Check begin() {
        return new Look();
    }

    private final class Look implements Changes {
        private final PresentKeys present = new PresentKeys(keys);
        private String damage;

        @Override
        public void was(int table, long key, byte[] value) {
            present.remove(key);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            boolean expected = present.add(key);
            if (damage == null) {
                damage = expected
                        ? damaged(key, value)
                        : "there is a second record, or one too many, under key " + key + ".";
            }
        }

        private String damaged(long key, byte[] value) {
            for (int field = 0; field < logic.fields(); field++) {
                if (!Field.intact(key, field, value, logic.fieldBytes())) {
                    return "field " + field + " of the record under key " + key
                            + " is a mixture, or belongs elsewhere: it does not follow from its writer.";
                }
            }
            return null;
        }

        @Override
        public String violation(long account) {
            long missing = present.firstMissing();
            return damage == null && missing >= 0 ? "the record under key " + missing + " is missing." : damage;
        }
    }
}
