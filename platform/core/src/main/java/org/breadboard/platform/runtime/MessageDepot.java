// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
        final Shelf[] full = new Shelf[SIZES.length];
        final Shelf empty = new Shelf();

        Shelves() {
            Arrays.setAll(full, size -> new Shelf());
        }
    }

    /**
     * Has room for about {@value #MAGAZINES} magazines: threads that put one there at one time may put one too many.
     */
    private static final class Shelf {
        private final ConcurrentLinkedQueue<Message[]> magazines = new ConcurrentLinkedQueue<>();
        private final AtomicInteger count = new AtomicInteger();

        void offer(Message[] magazine) {
            if (count.get() < MAGAZINES) {
                count.incrementAndGet();
                magazines.add(magazine);
            }
        }

        Message[] poll() {
            Message[] magazine = magazines.poll();
            if (magazine != null) {
                count.decrementAndGet();
            }
            return magazine;
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
