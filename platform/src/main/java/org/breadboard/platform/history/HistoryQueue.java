package org.breadboard.platform.history;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;

/**
 * Carries chunks from recorders on many threads to one consumer, such as a {@link WindowedHistoryChecker} on a thread of its own.
 *
 * <p>It moves whole chunks, one in thousands of transactions, so its lock does not show. A full queue refuses.
 */
public final class HistoryQueue implements HistorySink {
    private final ArrayBlockingQueue<HistoryChunk> queue;
    private final HistoryChunkPool pool;

    /**
     * Creates an empty queue.
     *
     * @param capacityChunks how many chunks may wait
     * @param pool           where chunks go when the consumer is done with them
     */
    public HistoryQueue(int capacityChunks, HistoryChunkPool pool) {
        this.queue = new ArrayBlockingQueue<>(capacityChunks);
        this.pool = pool;
    }

    @Override
    public boolean offer(HistoryChunk chunk) {
        return queue.offer(chunk);
    }

    /**
     * Shows what waits to the consumer, and recycles it; returns at once if nothing waits.
     *
     * @param consumer called on the caller's thread; it must not keep the chunk
     * @return how many chunks there were
     */
    public int drain(Consumer<HistoryChunk> consumer) {
        int drained = 0;
        for (HistoryChunk chunk = queue.poll(); chunk != null; chunk = queue.poll()) {
            consumer.accept(chunk);
            pool.recycle(chunk);
            drained++;
        }
        return drained;
    }
}
