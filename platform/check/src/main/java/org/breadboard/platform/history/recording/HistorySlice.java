// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.breadboard.platform.history.HistoryChunk;

/**
 * Gathers the chunks of several recorders until somebody takes them, such as a run that stands still between two
 * slices. Any thread may {@link #offer}, or look, which somebody has to do now and then.
 */
public final class HistorySlice implements HistorySink {
    private final HistoryRing ring = new HistoryRing();
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
    public boolean offer(HistoryChunk chunk) {
        return ring.offer(chunk);
    }

    /** Takes in what was offered, and says whether it is time to take what there is. */
    public synchronized boolean gather() {
        ring.drain(this::add);
        return words >= fullWords;
    }

    private void add(HistoryChunk chunk) {
        chunks.add(chunk);
        words += chunk.lengthWords();
    }

    /** Everything that gathered, by writer and in the order of each; the caller owns it, and the next slice begins. */
    public synchronized List<HistoryChunk> take() {
        gather();
        List<HistoryChunk> taken = chunks;
        chunks = new ArrayList<>();
        words = 0;
        taken.sort(Comparator.comparingInt(HistoryChunk::writer).thenComparingLong(HistoryChunk::sequence));
        return taken;
    }
}
