// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.PresentKeys;

/**
 * None of the first records is missing, every field follows from its writer, and the inserted records and the
 * read-modify-writes that records count are as many as committed.
 */
final class CoreRecordsIntact implements Invariant {
    private final CoreKeys keys;
    private final int fields;
    private final int fieldBytes;

    CoreRecordsIntact(CoreKeys keys, int fields, int fieldBytes) {
        this.keys = keys;
        this.fields = fields;
        this.fieldBytes = fieldBytes;
    }

    @Override
    public String name() {
        return "records-intact";
    }

    @Override
    public Check begin() {
        return new Look();
    }

    private final class Look implements Changes {
        private final PresentKeys present = new PresentKeys(keys.candidates());
        private final PresentKeys inserted = PresentKeys.none(keys.candidates());
        private long missing;
        private long counted;
        private String damage;

        @Override
        public void was(int table, long key, byte[] value) {
            present.remove(keys.index(key));
            missing++;
            counted -= Bytes.getLong(value, fields * fieldBytes);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            boolean isFirst = keys.isFirst(key);
            if (!(isFirst ? present : inserted).add(keys.index(key))) {
                damage("there is a second record, or one too many, under key " + key + ".");
            }
            if (isFirst) {
                missing--;
            } else {
                counted++;
            }
            counted += Bytes.getLong(value, fields * fieldBytes);
            for (int field = 0; field < fields; field++) {
                if (!Field.intact(key, field, value, fieldBytes)) {
                    damage("field " + field + " of the record under key " + key
                            + " is a mixture, or belongs elsewhere: it does not follow from its writer.");
                }
            }
        }

        private void damage(String sentence) {
            damage = damage == null ? sentence : damage;
        }

        @Override
        public String violation(long account) {
            if (missing != 0) {
                damage("of the first " + keys.records() + " records " + (keys.records() - missing) + " are there.");
            }
            if (counted != account) {
                damage("there are " + counted + " inserts and read-modify-writes in the records, but " + account
                        + " were committed.");
            }
            return damage;
        }
    }
}
