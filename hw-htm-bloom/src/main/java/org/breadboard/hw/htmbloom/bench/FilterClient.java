// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.hw.htmbloom.filter.FilterPool;
import org.breadboard.hw.htmbloom.filter.WriteFilter;

/** Fills and probes one filter after another until it has done its share. */
final class FilterClient extends Task {
    private static final int TRIALS_PER_STEP = 100;

    private final FilterPool pool;
    private final WriteFilter write;
    private final LineDraw draw;
    private final Operations operations;
    private final FilterCounters counters;
    private final long[] lines;
    /** In which trial a set of the LLC was named last. */
    private final long[] named;

    private long trial;
    private long remaining;

    FilterClient(FilterPool pool, LineDraw draw, Operations operations, FilterCounters counters, long trials) {
        this.pool = pool;
        this.draw = draw;
        this.operations = operations;
        this.counters = counters;
        write = pool.filter() instanceof WriteFilter filter ? filter : null;
        lines = new long[draw.lines()];
        named = new long[write == null ? 0 : write.llc().sets()];
        remaining = trials;
    }

    @Override
    protected Next step(Step step) {
        if (remaining == 0 || operations.stopping(step)) {
            return Next.DONE;
        }
        int now = (int) Math.min(remaining, TRIALS_PER_STEP);
        long positives = 0;
        long sets = 0;
        for (int i = 0; i < now; i++) {
            trial++;
            int filter = pool.take();
            fill(step.random(), filter);
            positives += pool.probe(filter, draw.other(step.random(), lines)) ? 1 : 0;
            sets += nameSets(filter);
            check(step, filter);
            pool.release(filter);
            operations.completed(step, step.nowNs());
        }
        remaining -= now;
        counters.trials().add(now);
        counters.falsePositives().add(positives);
        counters.setsFound().add(sets);
        step.busy(now);
        return Next.AGAIN;
    }

    private void fill(RandomStream random, int filter) {
        draw.inserted(random, lines);
        for (long line : lines) {
            pool.insert(filter, line);
        }
    }

    private int nameSets(int filter) {
        int count = 0;
        if (write != null) {
            for (int set = pool.firstSet(filter); set >= 0; set = pool.nextSet(filter, set)) {
                named[set] = trial;
                count++;
            }
        }
        return count;
    }

    private void check(Step step, int filter) {
        for (long line : lines) {
            if (!pool.probe(filter, line)) {
                operations.wrong(step, "The filter does not claim line " + line + ", which was inserted.");
            } else if (write != null && named[write.llc().indexOf(line)] != trial) {
                operations.wrong(step, "The filter does not find the set of line " + line + ", which was inserted.");
            }
        }
    }
}
