// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.concurrent.atomic.AtomicReference;
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

    /** Null as long as no pool has had more than it keeps itself. */
    private final AtomicReference<Shelves> shelves = new AtomicReference<>();

    private static final class Shelves {
        final ManyToManyConcurrentArrayQueue<Message[]>[] full;
        final ManyToManyConcurrentArrayQueue<Message[]> empty = new ManyToManyConcurrentArrayQueue<>(MAGAZINES);

        @SuppressWarnings({"unchecked", "rawtypes"})
        Shelves() {
            full = new ManyToManyConcurrentArrayQueue[SIZES.length];
            for (int i = 0; i < full.length; i++) {
                full[i] = new ManyToManyConcurrentArrayQueue<>(MAGAZINES);
            }
        }
    }

    /** A full magazine of a size for an empty one, or null: then the caller keeps its empty one. */
    Message[] swapForFull(int size, Message[] emptyOne) {
        Shelves own = shelves.get();
        Message[] fullOne = own == null ? null : own.full[size].poll();
        if (fullOne != null) {
            own.empty.offer(emptyOne);
        }
        return fullOne;
    }

    /** An empty magazine for a full one; if the depot is full, its messages are left to the collector. */
    Message[] swapForEmpty(int size, Message[] fullOne) {
        Shelves own = shelves.get();
        if (own == null) {
            own = shelves.updateAndGet(others -> others == null ? new Shelves() : others);
        }
        own.full[size].offer(fullOne);
        Message[] emptyOne = own.empty.poll();
        return emptyOne == null ? new Message[MAGAZINE] : emptyOne;
    }
}
