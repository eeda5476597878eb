// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistorySource;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * Checks a whole history at once, after the run.
 *
 * <p>Call order: {@link #add} for each record in any order, then {@link #finish} once. It keeps about 230 bytes for a
 * transaction of four operations, and nothing of the records themselves. One thread, but for what is done beside a
 * visit of the final state.
 *
 * <p>A transaction of unknown outcome counts as committed if a committed transaction or the final state saw one of its
 * writes; else it may have aborted, and nothing is concluded from it.
 */
public final class HistoryChecker {
    private final CheckOptions options;
    private final KeyTable keys;
    private final Columns columns;
    private final Findings findings;
    private final TransactionView view = new TransactionView();

    /**
     * Creates a checker.
     *
     * @param options what to look at
     * @param initialState what there was before, or null: then what the first reads saw is taken for it
     */
    public HistoryChecker(CheckOptions options, InitialState initialState) {
        this(options, initialState, 1 << 10, 1 << 12);
    }

    /**
     * Creates a checker that knows how much will come, so that it never moves what it keeps.
     *
     * @param options what to look at
     * @param initialState what there was before, or null
     * @param expectedTransactions about how many records will come
     * @param expectedOperations about how many operations they will hold
     */
    public HistoryChecker(
            CheckOptions options, InitialState initialState, int expectedTransactions, int expectedOperations) {
        this.options = options;
        findings = new Findings(options);
        keys = new KeyTable(initialState);
        columns = new Columns(expectedTransactions, expectedOperations);
    }

    /** Checks a finished history. */
    public static Verdict check(
            HistorySource history, CheckOptions options, InitialState initialState, FinalState finalState) {
        HistoryChecker checker = new HistoryChecker(options, initialState);
        history.forEachChunk(checker::add);
        return checker.finish(finalState);
    }

    /** Takes the records of a chunk, which stays the caller's. */
    public void add(HistoryChunk chunk) {
        for (int at = 0; at < chunk.lengthWords(); ) {
            at = view.wrap(chunk.words(), at, chunk.lengthWords());
            add(view);
        }
    }

    /** Takes a record. */
    public void add(TransactionView record) {
        findings.count(record);
        columns.add(record, keys);
    }

    /**
     * Checks what was taken.
     *
     * @param finalState what the replicas hold after quiescence, or null if that is not to be checked
     * @return the verdict
     */
    public Verdict finish(FinalState finalState) {
        return finish(finalState, SerializationCheck.KEYS_WORTH_A_THREAD);
    }

    /** The same; with so many keys or more, on two threads. */
    Verdict finish(FinalState finalState, int keysWorthAThread) {
        findings.follow(columns, 0);
        CheckRound round = CheckRound.whole(columns, keys, options, findings);
        return SerializationCheck.conclude(round, finalState, keysWorthAThread);
    }
}
