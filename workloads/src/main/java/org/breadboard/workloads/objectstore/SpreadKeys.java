package org.breadboard.workloads.objectstore;

import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.workloads.parts.Zipf;

/**
 * Draws different keys whose primaries are on different machines, so that no two of a transaction's requests share a packet
 * (FaSST 6.1). Where there are more keys than machines, no machine has more than its share, rounded up. One thread.
 */
final class SpreadKeys {
    /** A population in which no such key is found in so many draws is too small to insist. */
    private static final int PATIENCE = 10_000;

    private final Placement placement;
    private final long keys;
    private final Zipf skewed;
    private final long[] drawn;
    private final int[] onNode;
    private final int mostOnNode;

    SpreadKeys(Placement placement, int nodes, long keys, double exponent, int reads) {
        this.placement = placement;
        this.keys = keys;
        skewed = exponent == 0 ? null : new Zipf(keys, exponent);
        drawn = new long[reads];
        onNode = new int[nodes];
        mostOnNode = (reads + nodes - 1) / nodes;
    }

    /** Draws as many keys as a transaction reads. The array is reused. */
    long[] next(RandomStream random) {
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = oneMore(random, i);
            onNode[primary(drawn[i])]++;
        }
        for (long key : drawn) {
            onNode[primary(key)] = 0;
        }
        return drawn;
    }

    private long oneMore(RandomStream random, int before) {
        for (int tries = 0; ; tries++) {
            long key = skewed == null ? random.nextLong(keys) : skewed.next(random);
            if (isNew(key, before) && (onNode[primary(key)] < mostOnNode || tries > PATIENCE)) {
                return key;
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

    private int primary(long key) {
        return placement.primary(StoredObject.TABLE, key);
    }
}
