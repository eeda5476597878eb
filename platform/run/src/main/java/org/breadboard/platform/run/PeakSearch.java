// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Finds the number of outstanding transactions per thread with which most commit, by one rule for every system. */
public final class PeakSearch {
    /** The rule, as results state it. */
    public static final String RULE =
            "peak: 1, 2, 4, ... outstanding transactions per thread, and last as many as the protocol can have, until"
                    + " doubling gains less than 2%; then the middle on either side of the best; the run that committed most"
                    + " per second is the result";

    private static final double WORTHWHILE = 1.02;

    private final int most;
    private final IntFunction<RunResult> runs;
    private final Map<Integer, RunResult> tried = new TreeMap<>();

    /**
     * A search.
     *
     * @param most the most contexts that can be had
     * @param runs runs the mix with so many contexts; called for each number at most once
     */
    public PeakSearch(int most, IntFunction<RunResult> runs) {
        this.most = most;
        this.runs = runs;
    }

    /** About how many runs a search takes, for progress. */
    public static int expectedRuns(int most) {
        return Math.min(9, 34 - Integer.numberOfLeadingZeros(most));
    }

    /**
     * Searches; ends early with a run that was stopped, or failed, or violated something: that run is then the result.
     */
    public RunResult search() {
        RunResult best = null;
        RunResult last = null;
        for (int contexts : ladder()) {
            RunResult result = attempt(contexts);
            if (!result.verified()) {
                return result;
            }
            best = best == null || rate(result) > rate(best) ? result : best;
            if (last != null && rate(result) < rate(last) * WORTHWHILE) {
                break;
            }
            last = result;
        }
        for (int contexts : between(best.mix().load().contexts())) {
            RunResult result = attempt(contexts);
            if (!result.verified()) {
                return result;
            }
            best = rate(result) > rate(best) ? result : best;
        }
        return best;
    }

    /** What was tried, in the order of contexts, without its timelines. */
    public List<RunResult> tried() {
        return List.copyOf(tried.values());
    }

    private List<Integer> ladder() {
        List<Integer> ladder = new ArrayList<>();
        for (int contexts = 1; contexts < most; contexts *= 2) {
            ladder.add(contexts);
        }
        ladder.add(most);
        return ladder;
    }

    private List<Integer> between(int best) {
        List<Integer> middles = new ArrayList<>();
        int below = 0;
        int above = 0;
        for (int contexts : tried.keySet()) {
            if (contexts < best) {
                below = contexts;
            } else if (contexts > best && above == 0) {
                above = contexts;
            }
        }
        if (below > 0 && best - below > 1) {
            middles.add((below + best) / 2);
        }
        if (above > 0 && above - best > 1) {
            middles.add((best + above) / 2);
        }
        return middles;
    }

    private RunResult attempt(int contexts) {
        RunResult result = runs.apply(contexts);
        tried.put(contexts, result.withoutTimeline());
        return result;
    }

    private static double rate(RunResult result) {
        return result.committedPerSecond();
    }
}
