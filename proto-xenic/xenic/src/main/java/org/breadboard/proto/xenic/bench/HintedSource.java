// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.proto.xenic.store.RemoteCursor;
import org.breadboard.proto.xenic.store.RobinHoodCursor;
import org.breadboard.proto.xenic.store.RobinHoodStore;

/**
 * Lookups by a NIC whose index knows the highest displacement and the overflow address of every segment (Xenic 4.1.3).
 */
final class HintedSource implements LookupSource {
    private final RobinHoodStore store;
    private final RobinHoodCursor cursor;
    private final Region region;
    private final int slackSlots;
    private short[] known;
    private long[] overflow;

    HintedSource(RobinHoodStore store, Region region, int slackSlots) {
        this.store = store;
        this.region = region;
        this.slackSlots = slackSlots;
        cursor = store.cursor();
    }

    /** The table never changes; it is read when the first lookup needs it, since a cluster may be built for no run. */
    private void readIndex() {
        known = new short[store.segments()];
        overflow = new long[store.segments()];
        for (int segment = 0; segment < known.length; segment++) {
            known[segment] = (short) store.knownDisplacement(region, segment);
            overflow[segment] = store.overflowAddress(region, segment);
        }
    }

    @Override
    public Cursor.State find(long key) {
        if (known == null) {
            readIndex();
        }
        int segment = store.segmentOf(key);
        return cursor.find(key, known[segment], slackSlots, overflow[segment]);
    }

    /**
     * Up to the key's own displacement, and k beyond it. Whoever is in an overflow bucket is at the limit; the bucket
     * is another round trip, and its slots are not counted (Xenic Table 2, whose 3.43 leaves no room for them).
     */
    @Override
    public int objectsByOwnPlace() {
        return Math.min(store.limit(), cursor.displacement() + slackSlots + 1);
    }

    @Override
    public RemoteCursor cursor() {
        return cursor;
    }
}
