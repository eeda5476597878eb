// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

/**
 * A plug-in that does not return while a test waits for it; later it does, so that no test leaves a busy thread behind.
 */
public final class ToyHangs {
    private static final long LONG_NS = 300_000_000_000L;
    private static volatile boolean released;

    private ToyHangs() {}

    /** Lets go of everybody who hangs, and of nobody who begins to. */
    public static void release() {
        released = true;
    }

    /** Does not return for a long time, whoever interrupts it. */
    public static void forAWhile() {
        released = false;
        long untilNs = System.nanoTime() + LONG_NS;
        while (!released && System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
    }
}
