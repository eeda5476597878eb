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
 * <p>Positions count bytes since the beginning. The NIC keeps the log's end and what the host has said each worker has
 * come to; the worker's own count stands in front of the ring, and beside it what it has told the NIC. A core reserves
 * a place by compare-and-set on the end, and writes the record there by DMA; there is room as far as the last worker
 * has come. A {@link LogRecord} says itself where it is. Records are rounded up to lines, so that whatever is left at
 * the ring's end has room for one that is skipped.
 *
 * <p>Where machines may crash, each configuration has logs of its own, so that those of before stay as they are until
 * recovery is over. Where a log ended is lost with the NIC's memory then; but each record says that it is one.
 */
public final class HostLog {
    private static final Layout HOST = new Layout("xenic.log", 2);
    private static final Layout NIC = new Layout("xenic.log.ends", 1);
    private static final int HEAD_BYTES = Region.LINE_BYTES;
    private static final int TOLD = Long.BYTES;

    // The NIC's memory: where the log ends, up to where all workers had come at least, and how far each of them has.
    private static final int END = 0;
    private static final int FLOOR = 8;
    private static final int APPLIED = 16;
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
    private final Region nic;

    HostLog(NodeContext scope, int workers, long ringBytes, NicCores cores) {
        this.workers = workers;
        this.ringBytes = ringBytes;
        ringAt = (long) workers * HEAD_BYTES;
        String name = scope.recovery() == null ? REGION : REGION + suffix(scope.epoch(), scope.node());
        host = scope.region(name, ringAt + ringBytes, Lifetime.SURVIVES_CRASH, HOST);
        nic = cores.memory("xenic.log.ends", APPLIED + (long) workers * Long.BYTES, NIC);
    }

    /** A log that an earlier configuration of so many workers left: only the host's side. */
    public HostLog(Region left, int workers) {
        this.workers = workers;
        ringAt = (long) workers * HEAD_BYTES;
        host = left;
        ringBytes = left.sizeBytes() - ringAt;
        nic = null;
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

    // The NIC's side.

    /** The largest record that it takes at all. */
    public long mostBytes() {
        return ringBytes / 2;
    }

    /**
     * Reserves room for a record.
     *
     * @return its position, or -1 if the log is full
     */
    public long reserve(int recordBytes) {
        while (true) {
            long end = nic.getLongAcquire(END);
            long place = skip(end, recordBytes);
            long next = place + lines(recordBytes);
            if (next - nic.getLongAcquire(FLOOR) > ringBytes && next - raiseFloor() > ringBytes) {
                return -1;
            }
            if (nic.compareAndSetLong(END, end, next)) {
                return place == end ? end : ~end;
            }
        }
    }

    /** From where on the ring has room in one piece. */
    private long skip(long position, int recordBytes) {
        long left = ringBytes - position % ringBytes;
        return lines(recordBytes) <= left ? position : position + left;
    }

    /** Looks how far the last worker has come. */
    private long raiseFloor() {
        long floor = told(0);
        for (int worker = 1; worker < workers; worker++) {
            floor = Math.min(floor, told(worker));
        }
        raise(FLOOR, floor);
        return floor;
    }

    private void raise(long at, long position) {
        long known = nic.getLongAcquire(at);
        while (known < position && !nic.compareAndSetLong(at, known, position)) {
            known = nic.getLongAcquire(at);
        }
    }

    private long told(int worker) {
        return nic.getLongAcquire(APPLIED + (long) worker * Long.BYTES);
    }

    /** Whether a record has to be skipped before the one that was reserved. */
    public static boolean isSkipped(long reserved) {
        return reserved < -1;
    }

    /** Where the record goes for which {@link #reserve} answered {@code reserved}. */
    public long position(long reserved) {
        return reserved >= 0 ? reserved : ~reserved + ringBytes - ~reserved % ringBytes;
    }

    /** Where the end of the ring is that must be skipped. */
    public static long skippedPosition(long reserved) {
        return ~reserved;
    }

    /** Up to where the log must be applied for a record to be. */
    public static long ticket(long position, int recordBytes) {
        return position + lines(recordBytes);
    }

    private static long lines(int bytes) {
        return (long) bytes + Region.LINE_BYTES - 1 & -Region.LINE_BYTES;
    }

    /** Where a position is in {@link #host()}. */
    public long address(long position) {
        return ringAt + position % ringBytes;
    }

    /** The host says how far a worker has come. */
    public void applied(int worker, long position) {
        raise(APPLIED + (long) worker * Long.BYTES, position);
    }

    /** Up to where room was reserved. */
    long end() {
        return nic.getLongAcquire(END);
    }

    /** Whether the host has said that a worker has come to a ticket. */
    boolean isApplied(int worker, long ticket) {
        return ticket <= told(worker);
    }

    /** How many bytes the host has said that all workers have applied. */
    long appliedBytes() {
        return raiseFloor();
    }

    // The host's side.

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
        long left = ringBytes - position % ringBytes;
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
