package org.breadboard.workloads.ycsb;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.SeenKeys;

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

    private final class Look implements Check {
        private final SeenKeys seen = new SeenKeys(keys.candidates());
        private long first;
        private long counted;
        private String damage;

        @Override
        public void record(int table, long key, byte[] value) {
            if (!seen.add(keys.index(key))) {
                damage("there is a second record, or one too many, under key " + key + ".");
            }
            if (keys.isFirst(key)) {
                first++;
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
            if (first != keys.records()) {
                damage("of the first " + keys.records() + " records " + first + " are there.");
            }
            if (counted != account) {
                damage("there are " + counted + " inserts and read-modify-writes in the records, but " + account
                        + " were committed.");
            }
            return damage;
        }
    }
}
