// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.Arrays;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/**
 * The keys that a table's population names, by partition, in the order in which it names them. By the thread that
 * assembles a run.
 */
public final class PartitionedKeys {
    private final long[][] keys;
    private final long most;

    private PartitionedKeys(long[][] keys, long most) {
        this.keys = keys;
        this.most = most;
    }

    /** Keys of the records that a table begins with. */
    public static PartitionedKeys existing(ProtocolContext context, TableSpec spec) {
        return of(context, spec, true);
    }

    /** All keys that the population names: of the records that the table begins with, and of those that may come. */
    public static PartitionedKeys candidates(ProtocolContext context, TableSpec spec) {
        return of(context, spec, false);
    }

    private static PartitionedKeys of(ProtocolContext context, TableSpec spec, boolean existing) {
        Population population = context.population(spec.id());
        Placement placement = context.placement();
        long[][] keys = new long[placement.partitions()][64];
        int[] counts = new int[keys.length];
        byte[] scratch = new byte[spec.valueBytes()];
        for (long i = 0; i < population.candidates(); i++) {
            long key = population.key(i);
            if (existing && !population.exists(key, scratch)) {
                continue;
            }
            int partition = placement.partition(spec.id(), key);
            if (counts[partition] == keys[partition].length) {
                keys[partition] = Arrays.copyOf(keys[partition], counts[partition] * 2);
            }
            keys[partition][counts[partition]++] = key;
        }
        int largest = 0;
        for (int partition = 0; partition < keys.length; partition++) {
            keys[partition] = Arrays.copyOf(keys[partition], counts[partition]);
            largest = Math.max(largest, counts[partition]);
        }
        return new PartitionedKeys(keys, Math.max(largest, share(spec.capacity(), keys.length)));
    }

    /** What one partition may come to hold of a table: its share and six standard deviations of a random split. */
    private static long share(long capacity, int partitions) {
        double mean = (double) capacity / partitions;
        return Math.min(capacity, (long) Math.ceil(mean + 6 * Math.sqrt(mean)));
    }

    /** How many partitions there are. */
    public int partitions() {
        return keys.length;
    }

    /** The keys of a partition; not to be changed. */
    public long[] of(int partition) {
        return keys[partition];
    }

    /** How many keys there are in all. */
    public long count() {
        return Arrays.stream(keys).mapToLong(own -> own.length).sum();
    }

    /** The most records that a partition begins with, or may come to hold. */
    public long most() {
        return most;
    }
}
