// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Assertions;

/** Says whether code allocates, by the JVM's own count for this thread. */
public final class AllocationMeter {
    private static final int WARM_UP = 20_000;
    private static final int CALLS = 20_000;

    private AllocationMeter() {}

    /**
     * Fails, naming what was called, if the code, once warm, allocates a byte or more per call on average; it is called
     * 40,000 times.
     */
    public static void assertNone(String what, Runnable code) {
        for (int i = 0; i < WARM_UP; i++) {
            code.run();
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            code.run();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        Assertions.assertTrue(bytes < CALLS, what + " allocate " + (double) bytes / CALLS + " B each");
    }
}
