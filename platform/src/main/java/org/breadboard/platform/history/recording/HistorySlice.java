package org.breadboard.platform.history.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.breadboard.platform.history.HistoryChunk;

/**
 * Gathers the chunks of several recorders until somebody takes them, such as a run that stands still between two slices. It takes every
 * chunk, and says when there are so many that they should be taken. Safe for any number of threads.
 */
public final class HistorySlice implements HistorySink {
    private final long fullWords;
    private List<HistoryChunk> chunks = new ArrayList<>();
    private long words;

    /**
     * Creates an empty slice.
     *
     * @param fullWords so many words of records are enough
     */
    public HistorySlice(long fullWords) {
        this.fullWords = fullWords;
    }

    @Override
    public synchronized boolean offer(HistoryChunk chunk) {
        chunks.add(chunk);
        words += chunk.lengthWords();
        return true;
    }

    /** Whether it is time to take what there is. */
    public synchronized boolean isFull() {
        return words >= fullWords;
    }

    /** Everything that gathered, by writer and in the order of each; the caller owns it, and the next slice begins. */
    public synchronized List<HistoryChunk> take() {
        List<HistoryChunk> taken = chunks;
        chunks = new ArrayList<>();
        words = 0;
        taken.sort(Comparator.comparingInt(HistoryChunk::writer).thenComparingLong(HistoryChunk::sequence));
        return taken;
    }
}
