// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.breadboard.platform.cases.Corpus;
import org.breadboard.platform.cases.Coverage;
import org.breadboard.platform.cases.Ended;

/**
 * The seeds of a guided campaign in generations, each drawn near what those before it met. So what a seed runs does not
 * depend on how many run at once. The last ones before are left out, a quarter of all, so that few wait for a long run
 * of theirs. Any thread.
 */
final class Generations {
    /** The seeds of one. */
    static final int SEEDS = 32;

    /** A generation follows from all before it, but for one of so many. */
    private static final int LEFT_OUT = 4;

    private static final int MOST_LEFT_OUT = 64;

    /** Who waits looks so often whether the campaign goes on. */
    private static final long LOOK_MS = 50;

    private final Coverage coverage;
    private final long first;
    private final Map<Long, Map<Long, Ended>> open = new TreeMap<>();
    /** How many generations are complete. */
    private long complete;
    /** By how many were complete; without those that no seed is drawn near any more. */
    private final NavigableMap<Long, Corpus> after = new TreeMap<>(Map.of(0L, Corpus.EMPTY));

    Generations(Coverage coverage, long first) {
        this.coverage = coverage;
        this.first = first;
    }

    /** A seed has ended. */
    synchronized void ended(Ended one) {
        open.computeIfAbsent((one.seed() - first) / SEEDS, unseen -> new TreeMap<>())
                .put(one.seed(), one);
        while (open.getOrDefault(complete, Map.of()).size() == SEEDS) {
            Corpus corpus = coverage.after(List.copyOf(open.remove(complete).values()));
            complete++;
            after.put(complete, corpus);
            // One that has a seed to run is not complete.
            after.headMap(needed(complete)).clear();
        }
        notifyAll();
    }

    /** How many are to be complete for one. */
    private static long needed(long generation) {
        long leftOut = Math.max(1, Math.min(MOST_LEFT_OUT, generation / LEFT_OUT - 1));
        return Math.max(0, generation - leftOut);
    }

    /** What a seed is drawn near; null if it is not to run any more. Waits until that is known. */
    synchronized Corpus before(long seed, BooleanSupplier goesOn) throws InterruptedException {
        long needed = needed((seed - first) / SEEDS);
        while (needed > complete) {
            if (!goesOn.getAsBoolean()) {
                return null;
            }
            wait(LOOK_MS);
        }
        return after.get(needed);
    }
}
