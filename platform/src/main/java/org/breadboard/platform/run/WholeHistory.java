package org.breadboard.platform.run;

import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.recording.HistoryRing;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.Verdict;

/** Keeps every record in memory until the run is over, and checks them all at once. */
final class WholeHistory implements RunHistory {
    private final HistoryRing ring = new HistoryRing();
    private final RecordedHistory recorded = new RecordedHistory();
    private Recording recording;

    @Override
    public boolean offer(HistoryChunk chunk) {
        return ring.offer(chunk);
    }

    @Override
    public void begin(Recording what) {
        recording = what;
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
