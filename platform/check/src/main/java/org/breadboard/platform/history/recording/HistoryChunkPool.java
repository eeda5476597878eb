// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistoryCodec;

/**
 * Chunks that are used again, so that recording allocates nothing once it has warmed up. Safe for any number of
 * threads.
 */
public final class HistoryChunkPool {
    private final int chunkWords;
    private final LinkedBlockingQueue<HistoryChunk> free;
    private final AtomicLong created = new AtomicLong();

    /**
     * Creates an empty pool; chunks are made when they are first asked for.
     *
     * @param chunkWords words per chunk, at least {@link HistoryCodec#HEADER_WORDS}
     * @param keptChunks how many free chunks are kept; further ones are left to the garbage collector
     */
    public HistoryChunkPool(int chunkWords, int keptChunks) {
        if (chunkWords < HistoryCodec.HEADER_WORDS) {
            throw new IllegalArgumentException("A history chunk of " + chunkWords
                    + " words cannot hold a record; give at least " + HistoryCodec.HEADER_WORDS + ".");
        }
        this.chunkWords = chunkWords;
        this.free = new LinkedBlockingQueue<>(keptChunks);
    }

    HistoryChunk take() {
        HistoryChunk chunk = free.poll();
        if (chunk == null) {
            created.incrementAndGet();
            return new HistoryChunk(chunkWords);
        }
        return chunk;
    }

    /**
     * Gives a chunk back; the caller no longer owns it.
     *
     * @param chunk a chunk whose contents nobody needs any more
     */
    public void recycle(HistoryChunk chunk) {
        chunk.label(0, 0, 0, 0);
        boolean kept = free.offer(chunk);
        if (!kept) {
            created.decrementAndGet();
        }
    }

    /** How many chunks are alive, free or in use; it grows when the consumer of a history falls behind. */
    public long liveChunks() {
        return created.get();
    }
}
