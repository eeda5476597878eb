// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;

/**
 * No object is missing, each is whole by its checksum, and the counters add up to the committed updates, which
 * transactions account for, modulo where they begin again.
 */
public final class UpdatesCounted implements Invariant {
    private final long keys;
    private final int valueBytes;
    private final long wrapAt;

    /** Over objects of one size with keys from 0 to {@code keys}, excluded. */
    public UpdatesCounted(long keys, int valueBytes) {
        this(keys, valueBytes, 0);
    }

    /** The same, of objects that count their updates modulo {@code wrapAt}, unless that is 0. */
    public UpdatesCounted(long keys, int valueBytes, long wrapAt) {
        this.keys = keys;
        this.valueBytes = valueBytes;
        this.wrapAt = wrapAt;
    }

    @Override
    public String name() {
        return "updates-counted";
    }

    @Override
    public Check begin() {
        return new Count();
    }

    private final class Count implements Changes {
        private final PresentKeys present = new PresentKeys(keys);
        private long counted;
        private String damage;

        @Override
        public void was(int table, long key, byte[] value) {
            present.remove(key);
            counted -= Bytes.getLong(value, StoredObject.COUNTER);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            if (!present.add(key)) {
                damage("there is a second object, or one too many, under key " + key + ".");
            } else if (!StoredObject.intact(key, value, valueBytes)) {
                damage("the object under key " + key + " is a mixture: its checksum is wrong.");
            }
            counted += Bytes.getLong(value, StoredObject.COUNTER);
        }

        @Override
        public String violation(long committed) {
            long missing = present.firstMissing();
            if (missing >= 0) {
                damage("the object under key " + missing + " is missing.");
            }
            if (damage != null) {
                return damage;
            }
            boolean right = wrapAt == 0 ? counted == committed : Math.floorMod(counted - committed, wrapAt) == 0;
            return right
                    ? null
                    : "the objects' counters add up to " + counted + " updates, but " + committed + " were committed"
                            + (wrapAt == 0 ? "." : ", modulo " + wrapAt + ".");
        }

        private void damage(String sentence) {
            if (damage == null) {
                damage = sentence;
            }
        }
    }
}
