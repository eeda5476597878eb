// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.List;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.recording.HistorySlice;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * Checks the records of each slice of a run while the stages stand still after it, and gives their memory back: what it
 * holds depends on the slice, on how many transactions are under way, and on how many keys the run touched, and not on
 * how long it lasts.
 */
public final class WindowedHistory implements RunHistory {
    /** Words of records after which a slice ends: some 100,000 transactions of four operations, 16 MB. */
    public static final long SLICE_WORDS = 1 << 21;
    /** How many new transactions are worth a round of the check. */
    private static final int ROUND_TRANSACTIONS = 1 << 12;
    /** Beyond so many, about 60 MB, attempts of unknown outcome are no longer remembered in full. */
    private static final int MOST_REMEMBERED = 1 << 18;

    private final PluginWatch watch;
    private final HistorySlice slice;
    private Recording recording;
    private HistoryKeeper keeper;
    private WindowedHistoryChecker checker;
    private List<HistoryChunk> rest = List.of();
    private Throwable fault;

    /**
     * A history of which nothing is recorded yet.
     *
     * @param watch what to check under, since it calls plug-ins
     * @param sliceWords so many words of records end a slice
     */
    public WindowedHistory(PluginWatch watch, long sliceWords) {
        this.watch = watch;
        slice = new HistorySlice(sliceWords);
    }

    @Override
    public boolean offer(HistoryChunk chunk) {
        return slice.offer(chunk);
    }

    @Override
    public void begin(Recording what) {
        recording = what;
        keeper = new HistoryKeeper(what.file());
        checker = new WindowedHistoryChecker(
                what.options(), what.initialState(), what.recorders(), ROUND_TRANSACTIONS, MOST_REMEMBERED);
    }

    @Override
    public boolean gather() {
        return slice.gather();
    }

    @Override
    public void takeSlice() {
        recording.flush().run();
        List<HistoryChunk> taken = slice.take();
        taken.forEach(keeper::keep);
        if (fault == null) {
            try {
                watch.call(() -> {
                    checker.accept(taken);
                    return null;
                });
            } catch (RuntimeException | LinkageError thrown) {
                // Work that was given up may go on, so these chunks are not used again.
                fault = thrown;
                return;
            }
        }
        taken.forEach(recording.chunks()::recycle);
    }

    @Override
    public long heldBytes() {
        return 0;
    }

    @Override
    public String keep() {
        rest = slice.take();
        rest.forEach(keeper::keep);
        return keeper.close();
    }

    @Override
    public Verdict check(FinalState finalState) {
        if (fault instanceof Error error) {
            throw error;
        }
        if (fault instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        checker.accept(rest);
        rest = List.of();
        return checker.finish(finalState);
    }

    /** The most transactions that were remembered after a slice. */
    int largestWindow() {
        return checker.largestWindow();
    }
}
