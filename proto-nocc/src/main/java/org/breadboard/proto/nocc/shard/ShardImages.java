// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireKey;

/** The initial content of every shard. By the thread that assembles the run. */
public final class ShardImages {
    private final Image[] images;

    /**
     * Makes the images.
     *
     * @throws RefusedException if a table, value or key does not fit NOCC's operations
     */
    public ShardImages(ProtocolContext context) {
        List<TableSpec> tables = context.tables();
        if (tables.size() > WireKey.TABLES) {
            throw new RefusedException("the workload has " + tables.size() + " tables, but NOCC's keys of 4 B can tell "
                    + WireKey.TABLES + " apart; use a workload of at most as many.");
        }
        int[] counts = new int[context.nodes()];
        for (TableSpec spec : tables) {
            Population population = context.population(spec.id());
            byte[] scratch = new byte[spec.valueBytes()];
            for (long i = 0; i < population.candidates(); i++) {
                long key = population.key(i);
                if (population.exists(key, scratch)) {
                    if (!WireKey.fits(spec.id(), key)) {
                        throw new RefusedException("table " + spec.name() + " has key " + key
                                + ", but NOCC's keys of 4 B have room for 0 to " + WireKey.MAX_KEY
                                + "; make the workload smaller.");
                    }
                    counts[context.placement().partition(spec.id(), key)]++;
                }
            }
        }
        images = new Image[context.nodes()];
        for (int node = 0; node < images.length; node++) {
            int shard = node;
            images[node] = context.image(
                    ShardRecords.regionBytes(counts[node]),
                    ShardRecords.LAYOUT,
                    region -> fill(new ShardRecords(region), context, shard));
        }
    }

    private static void fill(ShardRecords records, ProtocolContext context, int shard) {
        Placement placement = context.placement();
        byte[] padded = new byte[Wire.VALUE_BYTES];
        for (TableSpec spec : context.tables()) {
            Population population = context.population(spec.id());
            byte[] value = new byte[spec.valueBytes()];
            for (long i = 0; i < population.candidates(); i++) {
                long key = population.key(i);
                Arrays.fill(value, (byte) 0);
                if (placement.partition(spec.id(), key) == shard && population.value(key, value)) {
                    Arrays.fill(padded, (byte) 0);
                    System.arraycopy(value, 0, padded, 0, value.length);
                    records.insert(WireKey.of(spec.id(), key), padded);
                }
            }
        }
    }

    /** What a shard starts from. */
    public Image image(int shard) {
        return images[shard];
    }
}
