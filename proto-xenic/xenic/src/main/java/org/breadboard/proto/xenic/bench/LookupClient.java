// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.store.Cursor;
import org.breadboard.proto.xenic.store.RemoteCursor;

/** Looks up one uniformly drawn key after another until it has done its share. */
final class LookupClient extends Task {
    private static final int LOOKUPS_PER_STEP = 1_000;

    private final LookupSource source;
    private final RemoteCursor cursor;
    private final Region region;
    private final Operations operations;
    private final LookupCounters counters;
    private final long keys;
    private long remaining;
    private byte[] bytes = new byte[4096];

    LookupClient(
            LookupSource source,
            Region region,
            Operations operations,
            LookupCounters counters,
            long keys,
            long lookups) {
        this.source = source;
        this.region = region;
        this.operations = operations;
        this.counters = counters;
        this.keys = keys;
        cursor = source.cursor();
        remaining = lookups;
    }

    @Override
    protected Next step(Step step) {
        if (remaining == 0 || operations.stopping(step)) {
            return Next.DONE;
        }
        int now = (int) Math.min(remaining, LOOKUPS_PER_STEP);
        long roundTrips = 0;
        long objects = 0;
        long byOwnPlace = 0;
        long toFound = 0;
        long repeated = 0;
        for (int i = 0; i < now; i++) {
            lookUp(step, LookupBenchmark.key(step.random().nextLong(keys)));
            roundTrips += cursor.fetches();
            objects += cursor.objects();
            byOwnPlace += source.objectsByOwnPlace();
            toFound += cursor.objectsToFound();
            repeated += cursor.fetches() > 1 ? 1 : 0;
            operations.completed(step, step.nowNs());
        }
        remaining -= now;
        counters.lookups().add(now);
        counters.roundTrips().add(roundTrips);
        counters.objects().add(objects);
        counters.objectsByOwnPlace().add(byOwnPlace);
        counters.objectsToFound().add(toFound);
        counters.repeated().add(repeated);
        step.busy(now);
        return Next.AGAIN;
    }

    private void lookUp(Step step, long key) {
        Cursor.State state = source.find(key);
        while (state == Cursor.State.NEED) {
            if (cursor.needBytes() > bytes.length) {
                bytes = new byte[cursor.needBytes()];
            }
            region.read(cursor.needAddress(), bytes, 0, cursor.needBytes());
            state = cursor.give(bytes, 0);
        }
        if (state != Cursor.State.FOUND) {
            operations.wrong(step, "The table does not find key " + key + ", which is there.");
        } else if (region.getLong(cursor.valueAddress()) != key) {
            operations.wrong(step, "The table finds another value for key " + key + " than was put there.");
        }
    }
}
