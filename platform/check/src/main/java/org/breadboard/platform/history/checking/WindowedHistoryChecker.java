// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;
import java.util.List;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * Checks a history for strict serializability beside the run, in memory that the window and the number of keys bound,
 * and not the length of the run: about 100 bytes for each key that was ever touched, and for each transaction that is
 * remembered what the whole check takes.
 *
 * <p>A transaction is forgotten once (1) it completed before the oldest attempt still under way began, so that whatever
 * comes later comes after it in real time, and (2) nothing that is still remembered comes before it. Of each key only
 * the last forgotten install is kept. What would have to come before a forgotten transaction then contradicts real
 * time, and is reported at once; so this check passes a history if the whole check with real-time order does, and
 * otherwise does not. That is tried on more than a million random histories, and not proven. What is wrong may be told
 * in other words: what reaches back beyond the window is reported as real-time order violated, so that
 * {@link Verdict#serializable} may stay true where the whole check denies it; and after the first violation things are
 * forgotten that some later ones may refer to, so that further findings may follow from the first, and replicas may be
 * left unjudged where the whole check finds that they differ. Not covered are duplicate ids, and two transactions of
 * one client at a time where its records come out of order, both of which are found within the window only, and what
 * {@link Verdict#forgottenUnknown} counts.
 *
 * <p>Call order: {@link #accept} for each chunk, the chunks of one writer in their order; then {@link #finish}. One
 * thread.
 */
public final class WindowedHistoryChecker {
    /** So many keys are looked at in a round for one new transaction, or fewer. */
    private static final int KEYS_PER_TRANSACTION = 8;

    private final CheckOptions options;
    private final KeyTable keys;
    private final Findings findings;
    private final TransactionView view = new TransactionView();
    private final long[] watermarkNs;
    private final int roundTransactions;
    private final int maxWindow;

    private Columns columns = new Columns(1 << 10, 1 << 12);
    private int carried;
    private long judgedBeforeNs = Long.MIN_VALUE;
    private int nextRound;
    private int largestWindow;

    /**
     * Creates a checker.
     *
     * @param options what to look at; real-time order is always checked
     * @param initialState what there was before, or null
     * @param writers how many recorders there are, with ids from 0
     * @param roundTransactions how many new transactions are gathered before they are checked; thousands, for speed
     * @param maxWindow beyond this many remembered transactions, what attempts of unknown outcome read is forgotten,
     *     where nobody saw their writes so far; each is counted in {@link Verdict#forgottenUnknown}
     */
    public WindowedHistoryChecker(
            CheckOptions options, InitialState initialState, int writers, int roundTransactions, int maxWindow) {
        this.options = options.withStrict(true);
        keys = new KeyTable(initialState);
        findings = new Findings(this.options);
        watermarkNs = new long[writers];
        Arrays.fill(watermarkNs, Long.MIN_VALUE);
        this.roundTransactions = roundTransactions;
        this.maxWindow = maxWindow;
        nextRound = roundTransactions;
    }

    /** Takes the records of a chunk, which stays the caller's. */
    public void accept(HistoryChunk chunk) {
        accept(List.of(chunk));
    }

    /** Takes the records of chunks that were handed over together, before it checks any; they stay the caller's. */
    public void accept(List<HistoryChunk> chunks) {
        for (HistoryChunk chunk : chunks) {
            for (int at = 0; at < chunk.lengthWords(); ) {
                at = view.wrap(chunk.words(), at, chunk.lengthWords());
                findings.count(view);
                columns.add(view, keys);
            }
            watermarkNs[chunk.writer()] = Math.max(watermarkNs[chunk.writer()], chunk.watermarkNs());
        }
        if (columns.transactions >= nextRound) {
            long settledBeforeNs = Arrays.stream(watermarkNs).min().orElse(Long.MAX_VALUE);
            // When all writers have ended, finish does the rest: it is the one that judges what nobody completed.
            if (settledBeforeNs != Long.MAX_VALUE) {
                round(settledBeforeNs);
            }
        }
    }

    /** The most transactions that were remembered after a round. */
    public int largestWindow() {
        return largestWindow;
    }

    /**
     * Checks the rest.
     *
     * @param finalState what the replicas hold after quiescence, or null if that is not to be checked
     * @return the verdict over the whole history
     */
    public Verdict finish(FinalState finalState) {
        Verdict verdict = SerializationCheck.conclude(
                newRound(Long.MAX_VALUE), finalState, SerializationCheck.KEYS_WORTH_A_THREAD);
        columns = null;
        return verdict;
    }

    private CheckRound newRound(long settledBeforeNs) {
        findings.follow(columns, carried);
        return new CheckRound(columns, keys, options, findings, true, settledBeforeNs, carried, judgedBeforeNs);
    }

    private void round(long settledBeforeNs) {
        CheckRound round = newRound(settledBeforeNs);
        SerializationCheck check = new SerializationCheck(round, null);
        findings.countSeenCommitted(columns);
        findings.noteForgetting();
        boolean cyclic = check.findCycles();
        findings.tell();
        UnknownLifetimes lifetimes = new UnknownLifetimes(round);
        boolean[] forgotten = forgettable(round, check.graph(), lifetimes, cyclic, false);
        boolean full = remaining(forgotten) > maxWindow;
        if (full) {
            forgotten = forgettable(round, check.graph(), lifetimes, cyclic, true);
        }
        check.leaveOpen(forgotten);
        Columns remembered = new Columns(1 << 10, 1 << 12);
        int nextUnknown = 0;
        for (int t = 0; t < columns.transactions; t++) {
            boolean unknown = nextUnknown < columns.unknowns && columns.unknown[nextUnknown] == t;
            if (!forgotten[t]) {
                boolean givenUp = unknown && full && !lifetimes.isOverwritten(t) && hasReads(t);
                remembered.copy(columns, t, unknown && (full || lifetimes.isOverwritten(t)));
                if (givenUp) {
                    findings.countForgottenUnknown();
                }
                if (unknown) {
                    remembered.addUnknown(remembered.transactions - 1, columns.unknownAccount[nextUnknown]);
                }
            } else {
                forget(t);
            }
            nextUnknown += unknown ? 1 : 0;
        }
        columns = remembered;
        carried = columns.transactions;
        judgedBeforeNs = settledBeforeNs;
        largestWindow = Math.max(largestWindow, carried);
        // A round looks at each transaction at hand and at each key: what is new must be worth it.
        nextRound = carried + Math.max(roundTransactions, Math.max(carried / 2, keys.size() / KEYS_PER_TRANSACTION));
    }

    /**
     * Decides what to forget.
     *
     * @param cyclic whether cycles were found: nothing gets better by remembering them, and they would hold back all
     *     that follows
     * @param full whether attempts of unknown outcome that nobody saw hold nothing back any more
     */
    private boolean[] forgettable(
            CheckRound round, DependencyGraph graph, UnknownLifetimes lifetimes, boolean cyclic, boolean full) {
        boolean[] passable = new boolean[graph.nodes()];
        Arrays.fill(passable, true);
        for (int t = 0; t < columns.transactions; t++) {
            passable[t] = columns.status[t] == Columns.POSSIBLE ? full || lifetimes.isOverwritten(t) : round.settled(t);
        }
        int[] left = cyclic ? null : graph.peel(DependencyGraph.ALL_MASK | 1 << DependencyGraph.TENTATIVE, passable);
        for (int t = 0; t < columns.transactions; t++) {
            boolean unneeded = columns.status[t] != Columns.POSSIBLE || lifetimes.isObsolete(t);
            passable[t] &= unneeded && (cyclic || left[t] < 0);
        }
        return passable;
    }

    private int remaining(boolean[] forgotten) {
        int remaining = 0;
        for (int t = 0; t < columns.transactions; t++) {
            remaining += forgotten[t] ? 0 : 1;
        }
        return remaining;
    }

    private boolean hasReads(int t) {
        boolean reads = false;
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            reads |= !columns.isInstall(op);
        }
        return reads;
    }

    private void forget(int t) {
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            if (columns.status[t] != Columns.COMMITTED) {
                if (columns.status[t] == Columns.POSSIBLE && columns.isInstall(op)) {
                    keys.forgetPossible(columns.key[op], columns.version[op]);
                }
            } else if (columns.isFinalInstall(op)) {
                keys.forget(columns.key[op], columns.version[op], columns.hash[op], columns.absent(op));
            } else if (columns.key[op] >= 0 && !columns.isInstall(op) && (columns.info[op] & Columns.ASTRAY) == 0) {
                keys.forgetRead(columns.key[op], columns.version[op]);
            }
        }
    }
}
