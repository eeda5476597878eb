// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Place;

/**
 * The free slots of a queue, as one atomic word: taken and freed by any thread, without waiting. As the {@link Place}
 * of a message, a slot is free again when the message is taken off its ring.
 */
public final class Slots implements Place {
    private final AtomicInteger left;

    /**
     * All slots are free at first.
     *
     * @param slots 0 or more
     */
    public Slots(int slots) {
        left = new AtomicInteger(slots);
    }

    /** Takes a slot; false if none is free. */
    public boolean take() {
        int seen = left.get();
        while (seen > 0) {
            if (left.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = left.get();
        }
        return false;
    }

    /** Frees one that was taken. */
    @Override
    public void free() {
        left.incrementAndGet();
    }

    /**
     * Frees several. The caller checks that as many were taken.
     *
     * @return how many were free before
     */
    int free(int count) {
        return left.getAndAdd(count);
    }
}
