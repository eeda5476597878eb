// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;

/**
 * A history kept in memory outside of the heap, where no collection copies it while a run goes on. It takes every
 * chunk, keeps what is in it, and lets it go at once. One thread.
 */
public final class DirectHistory implements KeptHistory {
    private static final int SLAB_WORDS = 1 << 19;

    private final Consumer<HistoryChunk> letGo;
    private final int slabWords;
    private final List<Kept> chunks = new ArrayList<>();
    private LongBuffer slab = LongBuffer.allocate(0);
    private long words;

    /** The words of a chunk, and its label. */
    private record Kept(LongBuffer words, int writer, long sequence, long watermarkNs) {}

    /**
     * Creates an empty history.
     *
     * @param letGo takes each chunk back, once its contents are kept
     */
    public DirectHistory(Consumer<HistoryChunk> letGo) {
        this(letGo, SLAB_WORDS);
    }

    /** The same; it asks for memory by so many words, or by those of a longer chunk. */
    DirectHistory(Consumer<HistoryChunk> letGo, int slabWords) {
        this.letGo = letGo;
        this.slabWords = slabWords;
    }

    @Override
    public boolean offer(HistoryChunk chunk) {
        int length = chunk.lengthWords();
        if (length > 0) {
            LongBuffer room = room(length);
            room.put(0, chunk.words(), 0, length);
            chunks.add(new Kept(room, chunk.writer(), chunk.sequence(), chunk.watermarkNs()));
            words += length;
        }
        letGo.accept(chunk);
        return true;
    }

    private LongBuffer room(int length) {
        if (slab.remaining() < length) {
            slab = ByteBuffer.allocateDirect(Math.max(slabWords, length) * Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
        }
        LongBuffer room = slab.slice(slab.position(), length);
        slab.position(slab.position() + length);
        return room;
    }

    @Override
    public void forEachChunk(Consumer<HistoryChunk> visitor) {
        HistoryChunk shown = new HistoryChunk(0);
        for (Kept kept : chunks) {
            int length = kept.words.capacity();
            shown.reserve(length);
            kept.words.get(0, shown.words(), 0, length);
            shown.label(length, kept.writer, kept.sequence, kept.watermarkNs);
            visitor.accept(shown);
        }
    }

    @Override
    public long lengthWords() {
        return words;
    }
}
