// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * The log in a node's host memory (Xenic 4.2 steps 5 to 7): a ring that the NIC's cores append to, a record for each
 * request, and that all workers of the host go through. Each of them applies the writes of the keys that are its own,
 * in the order of the log. That is the order in which they committed: a record's lock is held from before a primary's
 * append until after it, and a backup's comes before that.
 *
 * <p>Positions count bytes since the beginning. How far a worker has come stands in front of the ring, and beside it
 * what it has told the NIC, which keeps the log's end ({@link LogEnd}). A {@link LogRecord} says itself where it is.
 * Records are rounded up to lines, so that whatever is left at the ring's end has room for one that is skipped.
 *
 * <p>Where machines may crash, each configuration has logs of its own, so that those of before stay as they are until
 * recovery is over. Where a log ended is lost with the NIC's memory then; but each record says that it is one.
 */
public final class HostLog {
    private static final Layout LAYOUT = new Layout("xenic.log", 2);
    private static final int HEAD_BYTES = Region.LINE_BYTES;
    private static final int TOLD = Long.BYTES;
    /**
     * The part of the log that may be applied without the NIC knowing, as a divisor. No setting: it goes with the log's
     * length, which is one, and leaves 15 of 16 parts to those that append.
     */
    private static final int FAR_BEHIND = 16;

    /** Answer of {@link #visit}: the record is not there yet. */
    public static final long NOTHING = -1;

    /** What names of regions with logs begin with. */
    public static final String REGION = "xenic.log";

    private final int workers;
    private final long ringBytes;
    private final long ringAt;
    private final Region host;

    HostLog(NodeContext scope, int workers, long ringBytes) {
        this(
                scope.region(
                        scope.recovery() == null ? REGION : REGION + suffix(scope.epoch(), scope.node()),
                        (long) workers * HEAD_BYTES + ringBytes,
                        Lifetime.SURVIVES_CRASH,
                        LAYOUT),
                workers);
    }

    /** The log of so many workers that is in a region; an earlier configuration may have left it. */
    public HostLog(Region host, int workers) {
        this.workers = workers;
        this.host = host;
        ringAt = (long) workers * HEAD_BYTES;
        ringBytes = host.sizeBytes() - ringAt;
    }

    /** How names of what the node of a configuration has in its host's memory end. */
    public static String suffix(long epoch, int node) {
        return "." + epoch + "." + node;
    }

    /** How many workers apply it. */
    public int workers() {
        return workers;
    }

    /** Its memory, on the host. */
    public Region host() {
        return host;
    }

    /** The largest record that it takes at all. */
    public long mostBytes() {
        return ringBytes / 2;
    }

    /** How long the ring is. */
    long ringBytes() {
        return ringBytes;
    }

    /** Where a position is in {@link #host()}. */
    public long address(long position) {
        return ringAt + position % ringBytes;
    }

    /** How many bytes the ring has left from a position to its end. */
    long left(long position) {
        return ringBytes - position % ringBytes;
    }

    /** How much of the ring a record of so many bytes takes. */
    static long lines(int bytes) {
        return (long) bytes + Region.LINE_BYTES - 1 & -Region.LINE_BYTES;
    }

    // What its workers have come to.

    /** How far a worker has come, as it has stored it. */
    public long head(int worker) {
        return host.getLongAcquire((long) worker * HEAD_BYTES);
    }

    /** Stores how far a worker has come: it does so itself. */
    public void head(int worker, long position) {
        host.putLongRelease((long) worker * HEAD_BYTES, position);
    }

    /** How far all workers have come. */
    public long lowestHead() {
        long lowest = head(0);
        for (int worker = 1; worker < workers; worker++) {
            lowest = Math.min(lowest, head(worker));
        }
        return lowest;
    }

    /** Whether the NIC has been told so little of what a worker has applied that it should be at once. */
    public boolean isFarBehind(int worker) {
        return head(worker) - host.getLongAcquire(toldAt(worker)) >= ringBytes / FAR_BEHIND;
    }

    /**
     * Tells a core of the own NIC how far a worker has come (Xenic 4.2 step 7), unless it has been told, or the channel
     * has no room. Two threads that do so at the same time say it twice.
     *
     * @return whether something was said
     */
    public boolean tell(Step step, NicCores.Channel channel, int node, int core, int worker) {
        long applied = head(worker);
        if (applied == host.getLongAcquire(toldAt(worker))) {
            return false;
        }
        Message message = step.take(Wire.HEADER_BYTES);
        Wire.header(message, Wire.APPLIED, applied, 0, 0, worker);
        if (!channel.toCore(step, node, core, message)) {
            step.release(message);
            return false;
        }
        host.putLongRelease(toldAt(worker), applied);
        return true;
    }

    private static long toldAt(int worker) {
        return (long) worker * HEAD_BYTES + TOLD;
    }

    /** The workers of {@link #visit} that a single one is. */
    public static long only(int worker) {
        return 1L << worker;
    }

    /**
     * Reads the record at a position, whose batch stays empty if there is something to skip, or nothing to apply for
     * any of some workers.
     *
     * @param workers a bit for each of them
     * @param buffer gets the bytes; as long as the largest record
     * @return the position behind it, or {@link #NOTHING} if it is not there yet
     */
    public long visit(long position, long workers, byte[] buffer, LogRecord into) {
        long left = left(position);
        int bytes = into.read(host, address(position), position, left, workers, buffer);
        return switch (bytes) {
            case LogRecord.MISSING -> NOTHING;
            case LogRecord.SKIP -> position + left;
            default -> position + lines(bytes);
        };
    }

    /** Behind the last position at which a record of an earlier configuration may begin. */
    public long limit() {
        return lowestHead() + ringBytes;
    }
}
