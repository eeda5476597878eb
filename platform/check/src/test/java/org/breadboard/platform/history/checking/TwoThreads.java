// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistorySource;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;

/** Checks as if a history had as many keys as are worth a second thread, or too few. */
public final class TwoThreads {
    private TwoThreads() {}

    /** Builds the graph beside the visit of the final state, or after it. */
    public static Verdict check(
            boolean beside, HistorySource history, CheckOptions options, InitialState initial, FinalState finalState) {
        HistoryChecker checker = new HistoryChecker(options, initial);
        history.forEachChunk(checker::add);
        return checker.finish(finalState, beside ? 0 : Integer.MAX_VALUE);
    }
}
