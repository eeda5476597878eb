// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;

/** A history kept in memory, as the chunks that it is offered. One thread. */
public final class RecordedHistory implements KeptHistory {
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

    @Override
    public long lengthWords() {
        long words = 0;
        for (HistoryChunk chunk : chunks) {
            words += chunk.lengthWords();
        }
        return words;
    }
}
