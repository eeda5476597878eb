// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How many workers a machine has room for.
 *
 * @param cores of it
 * @param memoryMb of it, in MiB
 */
record Room(int cores, long memoryMb) {
    /** Of workers: as many as this machine has room for. */
    static final int AS_MANY_AS_FIT = 0;

    /** What a JVM takes beside its heap, in MiB (assumed): code, classes, threads, and what collectors keep. */
    private static final int BESIDE_HEAP_MB = 256;

    /** What a collector keeps grows with the heap: a part of it (assumed). */
    private static final int PART_OF_HEAP = 16;

    /** This machine, or as much of it as this process may take. Where its memory is not told, only cores count. */
    static Room ofThisMachine() {
        long bytes;
        try {
            bytes = (long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(ObjectName.getInstance("java.lang:type=OperatingSystem"), "TotalMemorySize");
        } catch (JMException untold) {
            bytes = Long.MAX_VALUE;
        }
        return new Room(Runtime.getRuntime().availableProcessors(), bytes >> 20);
    }

    /** How many workers with such a heap there are to be, if so many are asked for, or {@link #AS_MANY_AS_FIT}. */
    static int workers(int asked, int heapMb) {
        return asked == AS_MANY_AS_FIT ? ofThisMachine().workers(heapMb) : asked;
    }

    /** As many as there are cores, at most what its memory bears, and one in any case. */
    int workers(int heapMb) {
        long each = (long) heapMb + heapMb / PART_OF_HEAP + BESIDE_HEAP_MB;
        return (int) Math.max(1, Math.min(cores, memoryMb / each));
    }
}
