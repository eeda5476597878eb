package org.breadboard.workloads.counters;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.SeenKeys;

/** No counter is missing, each is whole by its checksum, and together they are the committed increments, modulo where they wrap. */
final class IncrementsCounted implements Invariant {
    private final long keys;
    private final long wrapAt;

    IncrementsCounted(long keys, long wrapAt) {
        this.keys = keys;
        this.wrapAt = wrapAt;
    }

    @Override
    public String name() {
        return "increments-counted";
    }

    @Override
    public Check begin(long account) {
        return new Count(account);
    }

    private final class Count implements Check {
        private final SeenKeys seen = new SeenKeys(keys);
        private final long committed;
        private long counted;
        private String damage;

        Count(long committed) {
            this.committed = committed;
        }

        @Override
        public void record(int table, long key, byte[] value) {
            if (!seen.add(key)) {
                damage("there is a second counter, or one too many, under key " + key + ".");
            } else if (!Counter.intact(key, value)) {
                damage("the counter under key " + key + " is a mixture: its checksum is wrong.");
            }
            counted += Counter.number(value);
        }

        private void damage(String sentence) {
            damage = damage == null ? sentence : damage;
        }

        @Override
        public String violation() {
            long missing = seen.firstMissing();
            if (missing >= 0) {
                damage("the counter under key " + missing + " is missing.");
            }
            if (damage != null) {
                return damage;
            }
            boolean right = wrapAt == 0 ? counted == committed : Math.floorMod(counted - committed, wrapAt) == 0;
            return right
                    ? null
                    : "the counters add up to " + counted + ", but " + committed + " increments were committed"
                            + (wrapAt == 0 ? "." : ", modulo " + wrapAt + ".");
        }
    }
}
