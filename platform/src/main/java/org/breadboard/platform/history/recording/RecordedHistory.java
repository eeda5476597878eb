package org.breadboard.platform.history.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistorySource;

/** A history kept in memory. It takes every chunk. One thread. */
public final class RecordedHistory implements HistorySink, HistorySource {
    private final List<HistoryChunk> chunks = new ArrayList<>();

    /** Creates an empty history. */
    public RecordedHistory() {}

    @Override
    public boolean offer(HistoryChunk chunk) {
        if (chunk.lengthWords() > 0) {
            chunks.add(chunk);
        }
        return true;
    }

    @Override
    public void forEachChunk(Consumer<HistoryChunk> visitor) {
        chunks.forEach(visitor);
    }

    /** How many words the records take. */
    public long lengthWords() {
        long words = 0;
        for (HistoryChunk chunk : chunks) {
            words += chunk.lengthWords();
        }
        return words;
    }
}
