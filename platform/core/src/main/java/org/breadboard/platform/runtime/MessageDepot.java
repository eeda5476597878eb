// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
     * Room for {@value #MAGAZINES} magazines, without allocation: Vyukov's bounded queue. Each slot has a turn, which
     * says whose it is: of the position that puts next, of the one that takes next, or of one in the next round.
     */
    private static final class Shelf {
        private static final int MASK = MAGAZINES - 1;

        private final AtomicReferenceArray<Message[]> slots = new AtomicReferenceArray<>(MAGAZINES);
        private final AtomicLongArray turns = new AtomicLongArray(MAGAZINES);
        private final AtomicLong put = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();

        Shelf() {
            for (int i = 0; i < MAGAZINES; i++) {
                turns.setPlain(i, i);
            }
        }

        /** Leaves the magazine to the collector where there is no room. */
        void offer(Message[] magazine) {
            while (true) {
                long at = put.get();
                int slot = (int) at & MASK;
                long turn = turns.getAcquire(slot);
                if (turn < at) {
                    return;
                }
                if (turn == at && put.compareAndSet(at, at + 1)) {
                    slots.setPlain(slot, magazine);
                    turns.setRelease(slot, at + 1);
                    return;
                }
            }
        }

        /** Null where there is none, or the next one is only being put. */
        Message[] poll() {
            while (true) {
                long at = taken.get();
                int slot = (int) at & MASK;
                long turn = turns.getAcquire(slot);
                if (turn <= at) {
                    return null;
                }
                if (turn == at + 1 && taken.compareAndSet(at, at + 1)) {
                    Message[] magazine = slots.getPlain(slot);
                    slots.setPlain(slot, null);
                    turns.setRelease(slot, at + MAGAZINES);
                    return magazine;
                }
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
