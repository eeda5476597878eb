// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.runtime.RandomStream;

/**
 * Randomised back-off: uniform between 0 and {@code slotNs × min(tries, maxSlots)}. Immediate retry in a deterministic
 * runtime is a livelock.
 *
 * @param slotNs the width that one try adds
 * @param maxSlots where it stops growing
 */
public record Backoff(double slotNs, int maxSlots) {
    /** How long to wait before the next try, in ns, after {@code tries} (at least 1) failed. */
    public double delayNs(RandomStream random, int tries) {
        return random.nextDouble() * slotNs * Math.min(tries, maxSlots);
    }
}
