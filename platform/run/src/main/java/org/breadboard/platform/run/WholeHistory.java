// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.recording.DirectHistory;
import org.breadboard.platform.history.recording.HistoryRing;
import org.breadboard.platform.history.recording.KeptHistory;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.Verdict;

/** Keeps every record in memory until the run is over, and checks them all at once. */
public final class WholeHistory implements RunHistory {
    private final HistoryRing ring = new HistoryRing();
    private final boolean live;
    private volatile KeptHistory recorded = new RecordedHistory();
    private Recording recording;

    /**
     * A history of which nothing is recorded yet.
     *
     * @param live whether a collection that copies it would hold up what is measured
     */
    public WholeHistory(boolean live) {
        this.live = live;
    }

    @Override
    public boolean offer(HistoryChunk chunk) {
        return ring.offer(chunk);
    }

    @Override
    public void begin(Recording what) {
        recording = what;
        if (live) {
            recorded = new DirectHistory(what.chunks()::recycle);
        }
    }

    @Override
    public boolean gather() {
        ring.drain(recorded::offer);
        return false;
    }

    @Override
    public void takeSlice() {
        gather();
    }

    @Override
    public long heldBytes() {
        return recorded.lengthWords() * Long.BYTES;
    }

    @Override
    public String keep() {
        gather();
        if (recording == null) {
            return null;
        }
        HistoryKeeper keeper = new HistoryKeeper(recording.file());
        recorded.forEachChunk(keeper::keep);
        return keeper.close();
    }

    @Override
    public Verdict check(FinalState finalState) {
        return HistoryChecker.check(recorded, recording.options(), recording.initialState(), finalState);
    }
}
