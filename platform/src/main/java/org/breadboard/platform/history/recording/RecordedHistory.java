package org.breadboard.platform.history.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistorySource;

/** A history kept in memory. It takes every chunk; recorders on several threads may share it. */
public final class RecordedHistory implements HistorySink, HistorySource {
    private final List<HistoryChunk> chunks = new ArrayList<>();

    /** Creates an empty history. */
    public RecordedHistory() {}

    @Override
    public synchronized boolean offer(HistoryChunk chunk) {
        if (chunk.lengthWords() > 0) {
            chunks.add(chunk);
        }
        return true;
    }

    @Override
    public synchronized void forEachChunk(Consumer<HistoryChunk> visitor) {
        chunks.forEach(visitor);
    }

    /** How many words the records take. */
    public synchronized long lengthWords() {
        long words = 0;
        for (HistoryChunk chunk : chunks) {
            words += chunk.lengthWords();
        }
        return words;
    }
}
