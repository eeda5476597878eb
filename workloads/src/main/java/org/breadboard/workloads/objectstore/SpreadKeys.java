// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.workload.Placement;
import org.breadboard.workloads.parts.StoredObject;
import org.breadboard.workloads.parts.Zipf;

/**
 * Draws different keys whose primaries are on different machines, so that no two of a transaction's requests share a
 * packet (FaSST 6.1). Where there are more keys than machines, no machine has more than its share, rounded up. One
 * thread.
 */
final class SpreadKeys {
    /** A population in which no such key is found in so many draws is too small to insist. */
    private static final int PATIENCE = 10_000;

    private final Placement placement;
    private final long keys;
    private final Zipf skewed;
    private final long[] drawn;
    private final int[] primaries;
    private final int[] onNode;
    private final int mostOnNode;

    SpreadKeys(Placement placement, int nodes, long keys, double exponent, int reads) {
        this.placement = placement;
        this.keys = keys;
        skewed = exponent == 0 ? null : new Zipf(keys, exponent);
        drawn = new long[reads];
        primaries = new int[reads];
        onNode = new int[nodes];
        mostOnNode = (reads + nodes - 1) / nodes;
    }

    /** Draws as many keys as a transaction reads. The array is reused. */
    long[] next(RandomStream random) {
        for (int i = 0; i < drawn.length; i++) {
            draw(random, i);
        }
        for (int node : primaries) {
            onNode[node] = 0;
        }
        return drawn;
    }

    private void draw(RandomStream random, int index) {
        for (int tries = 0; ; tries++) {
            long key = skewed == null ? random.nextLong(keys) : skewed.next(random);
            int primary = placement.primary(StoredObject.TABLE, key);
            if ((onNode[primary] < mostOnNode || tries > PATIENCE) && isNew(key, index)) {
                drawn[index] = key;
                primaries[index] = primary;
                onNode[primary]++;
                return;
            }
        }
    }

    private boolean isNew(long key, int before) {
        for (int i = 0; i < before; i++) {
            if (drawn[i] == key) {
                return false;
            }
        }
        return true;
    }
}
