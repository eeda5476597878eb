package org.breadboard.hw.smartnic;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Place;

/** Reserved room in a stage's ring: taken by whoever delivers there, live by any thread, and free again when the stage takes it off. */
final class Slots implements Place {
    private final AtomicInteger left;

    Slots(int slots) {
        left = new AtomicInteger(slots);
    }

    boolean take() {
        int seen = left.get();
        while (seen > 0) {
            if (left.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = left.get();
        }
        return false;
    }

    @Override
    public void free() {
        left.incrementAndGet();
    }
}
