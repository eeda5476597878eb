// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
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

    /**
     * This machine, or as much of it as is asked for.
     *
     * @param workers how many there may be; then memory is for those to think of who said so; or
     *     {@link #AS_MANY_AS_FIT}
     */
    static Room asked(int workers) {
        return workers == AS_MANY_AS_FIT ? ofThisMachine() : new Room(workers, Long.MAX_VALUE);
    }

    /** How many workers with such a heap there are to be, if so many are asked for, or {@link #AS_MANY_AS_FIT}. */
    static int workers(int asked, int heapMb) {
        return asked == AS_MANY_AS_FIT ? ofThisMachine().workers(heapMb) : asked;
    }

    /** As many as there are cores, at most what its memory bears, and one in any case. */
    int workers(int heapMb) {
        return (int) Math.max(1, Math.min(cores, memoryMb / guessMb(heapMb)));
    }

    /** How much memory a worker with such a heap has at most, in MiB, as far as anybody knows beforehand. */
    static long guessMb(int heapMb) {
        return (long) heapMb + heapMb / PART_OF_HEAP + BESIDE_HEAP_MB;
    }

    /**
     * Those points for which there is memory beside what busy workers have; all of them if none is busy, since one may
     * always run.
     *
     * @param busyMb what busy workers have and will have; 0 if there are none
     * @param needMb what a worker will have for a point
     */
    List<PointRequest> fitting(Collection<PointRequest> waiting, long busyMb, ToLongFunction<PointRequest> needMb) {
        return waiting.stream()
                .filter(point -> busyMb == 0 || busyMb + needMb.applyAsLong(point) <= memoryMb)
                .toList();
    }
}
