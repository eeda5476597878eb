// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;

/**
 * What a NIC keeps of its node's {@link HostLog} in its own memory: where the log ends, and how far each worker has
 * come as the host has said. A core reserves a place by compare-and-set on the end, and writes the record there by DMA;
 * there is room as far as the last worker has come. Any core.
 */
public final class LogEnd {
    private static final String REGION = "xenic.log.ends";
    private static final Layout LAYOUT = new Layout(REGION, 1);

    private static final int END = 0;
    /** Up to where all workers had come at least. */
    private static final int FLOOR = 8;

    private static final int APPLIED = 16;

    private final HostLog log;
    private final Region ends;

    LogEnd(HostLog log, NicCores cores) {
        this(log, cores.memory(REGION, bytes(log.workers()), LAYOUT));
    }

    /** The end of a log, in memory that has {@link #bytes}. */
    LogEnd(HostLog log, Region ends) {
        this.log = log;
        this.ends = ends;
    }

    /** How much memory it takes for so many workers. */
    static long bytes(int workers) {
        return APPLIED + (long) workers * Long.BYTES;
    }

    // Appending.

    /**
     * Reserves room for a record.
     *
     * @return its position, or -1 if the log is full
     */
    public long reserve(int recordBytes) {
        long bytes = HostLog.lines(recordBytes);
        while (true) {
            long end = end();
            long left = log.left(end);
            long place = bytes <= left ? end : end + left;
            long next = place + bytes;
            if (isFull(next, ends.getLongAcquire(FLOOR)) && isFull(next, appliedBytes())) {
                return -1;
            }
            if (ends.compareAndSetLong(END, end, next)) {
                return place == end ? end : ~end;
            }
        }
    }

    private boolean isFull(long next, long floor) {
        return next - floor > log.ringBytes();
    }

    /** Whether a record has to be skipped before the one that was reserved. */
    public static boolean isSkipped(long reserved) {
        return reserved < -1;
    }

    /** Where the record goes for which {@link #reserve} answered {@code reserved}. */
    public long position(long reserved) {
        return reserved >= 0 ? reserved : ~reserved + log.left(~reserved);
    }

    /** Where the end of the ring is that must be skipped. */
    public static long skippedPosition(long reserved) {
        return ~reserved;
    }

    /** Up to where the log must be applied for a record to be. */
    public static long ticket(long position, int recordBytes) {
        return position + HostLog.lines(recordBytes);
    }

    /** Up to where room was reserved. */
    long end() {
        return ends.getLongAcquire(END);
    }

    // What is applied.

    /** The host says how far a worker has come. */
    public void applied(int worker, long position) {
        raise(APPLIED + (long) worker * Long.BYTES, position);
    }

    /** Whether the host has said that a worker has come to a ticket. */
    boolean isApplied(int worker, long ticket) {
        return ticket <= told(worker);
    }

    /** How many bytes the host has said that all workers have applied. */
    long appliedBytes() {
        long floor = told(0);
        for (int worker = 1; worker < log.workers(); worker++) {
            floor = Math.min(floor, told(worker));
        }
        raise(FLOOR, floor);
        return floor;
    }

    private long told(int worker) {
        return ends.getLongAcquire(APPLIED + (long) worker * Long.BYTES);
    }

    private void raise(long at, long position) {
        long known = ends.getLongAcquire(at);
        while (known < position && !ends.compareAndSetLong(at, known, position)) {
            known = ends.getLongAcquire(at);
        }
    }
}
