package org.breadboard.platform.runtime;

import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.breadboard.api.runtime.Message;

/**
 * Where the pools of threads swap magazines of free messages, so that messages which one thread takes and another gives
 * back find their way home in batches (the magazines of Bonwick and Adams' object caches). Lock-free; any thread.
 */
public final class MessageDepot {
    /** Sizes of messages that are pooled; a larger one is allocated and left to the collector. */
    static final int[] SIZES = {128, 512, 1536, 4352};

    /** Messages of a magazine. */
    static final int MAGAZINE = 32;

    private static final int MAGAZINES = 4096;

    private final ManyToManyConcurrentArrayQueue<Message[]>[] full;
    private final ManyToManyConcurrentArrayQueue<Message[]> empty = new ManyToManyConcurrentArrayQueue<>(MAGAZINES);

    /** An empty depot. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public MessageDepot() {
        full = new ManyToManyConcurrentArrayQueue[SIZES.length];
        for (int i = 0; i < full.length; i++) {
            full[i] = new ManyToManyConcurrentArrayQueue<>(MAGAZINES);
        }
    }

    /** A full magazine of a size for an empty one, or null: then the caller keeps its empty one. */
    Message[] swapForFull(int size, Message[] emptyOne) {
        Message[] fullOne = full[size].poll();
        if (fullOne != null) {
            empty.offer(emptyOne);
        }
        return fullOne;
    }

    /** An empty magazine for a full one; if the depot is full, its messages are left to the collector. */
    Message[] swapForEmpty(int size, Message[] fullOne) {
        full[size].offer(fullOne);
        Message[] emptyOne = empty.poll();
        return emptyOne == null ? new Message[MAGAZINE] : emptyOne;
    }
}
