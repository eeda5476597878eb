package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * The log in a node's host memory (Xenic 4.2 steps 5 to 7): a ring for each of the host's workers, which applies what
 * the NIC's cores append. All writes to one record go to one ring, in the order in which they committed: its lock is
 * held from before a primary's append until after it, and a backup's comes before that. So a worker applies what it
 * finds, in order.
 *
 * <p>Positions count bytes since the beginning. The NIC keeps each ring's end and what the host has said it has
 * applied; the host's own count stands in front of the ring, and beside it what it has told the NIC. A core reserves a
 * place by compare-and-set on the end, and writes the record there by DMA. A record begins and ends with its position,
 * and a device copies in ascending order: who sees the last word sees all of it. Beside positions, which count lines,
 * and lengths there is room for what a recovery asks: which transaction it is of, and how much that writes in all.
 * Records are rounded up to lines, so that whatever is left at the ring's end has room for one that is skipped.
 *
 * <p>Where machines may crash, each configuration has logs of its own, so that those of before stay as they are until
 * recovery is over. Where a ring ended is lost with the NIC's memory then; but each record says that it is one.
 */
public final class LogRings {
    private static final Layout HOST = new Layout("xenic.log", 2);
    private static final Layout NIC = new Layout("xenic.log.ends", 1);
    private static final int HEAD_BYTES = Region.LINE_BYTES;
    private static final int END_BYTES = 2 * Long.BYTES;
    /**
     * The part of a ring that may be applied without the NIC knowing, as a divisor. No setting: it goes with the ring's
     * length, which is one, and leaves 15 of 16 parts to those that append.
     */
    private static final int FAR_BEHIND = 16;

    private static final int RECORD_BYTES = 24;
    /** A record's first and its last word have its line above 24 bits of the reference. */
    private static final int LINE_SHIFT = 24;

    private static final int OUTER_BITS = (1 << LINE_SHIFT) - 1;
    /** Its second word has where it ends, how many writes follow, how many there are in all, 16 bits, and its kind. */
    private static final int SIZES = 8;

    private static final int FIRST = 16;
    private static final int END_BITS = (1 << 20) - 1;
    private static final int COUNT_SHIFT = 20;
    private static final int WRITES_SHIFT = 33;
    private static final int COUNT_BITS = (1 << 13) - 1;
    private static final int COMMITS_SHIFT = 46;
    private static final int INNER_SHIFT = 48;
    private static final int INNER_BITS = 0xffff;

    /** What names of regions with logs begin with. */
    public static final String REGION = "xenic.log";

    private final int rings;
    private final long ringBytes;
    private final Region host;
    private final Region nic;

    LogRings(NodeContext scope, int rings, long ringBytes, NicCores cores) {
        this.rings = rings;
        this.ringBytes = ringBytes;
        String name = scope.recovery() == null ? REGION : REGION + suffix(scope.epoch(), scope.node());
        host = scope.region(name, rings * (HEAD_BYTES + ringBytes), Lifetime.SURVIVES_CRASH, HOST);
        nic = cores.memory("xenic.log.ends", (long) rings * END_BYTES, NIC);
    }

    /** A log that an earlier configuration left, of so many rings: only the host's side. */
    public LogRings(Region left, int rings) {
        this.rings = rings;
        host = left;
        ringBytes = left.sizeBytes() / rings - HEAD_BYTES;
        nic = null;
    }

    /** How names of what the node of a configuration has in its host's memory end. */
    public static String suffix(long epoch, int node) {
        return "." + epoch + "." + node;
    }

    /** How many rings there are, one for each worker. */
    public int rings() {
        return rings;
    }

    /** The memory of all rings, on the host. */
    public Region host() {
        return host;
    }

    // The NIC's side.

    /** The largest record that a ring takes at all. */
    public long mostBytes() {
        return ringBytes / 2;
    }

    /** How many bytes the record of a batch takes. */
    public static int recordBytes(RecordBatch batch) {
        return RECORD_BYTES + batch.encodedBytes();
    }

    /**
     * Reserves room for a record.
     *
     * @return its position, or -1 if the ring is full
     */
    public long reserve(int ring, int recordBytes) {
        long endAt = (long) ring * END_BYTES;
        while (true) {
            long end = nic.getLongAcquire(endAt);
            long place = skip(end, recordBytes);
            long next = place + lines(recordBytes);
            if (next - nic.getLongAcquire(endAt + Long.BYTES) > ringBytes) {
                return -1;
            }
            if (nic.compareAndSetLong(endAt, end, next)) {
                return place == end ? end : ~end;
            }
        }
    }

    /** From where on the ring has room in one piece. */
    private long skip(long position, int recordBytes) {
        long left = ringBytes - position % ringBytes;
        return lines(recordBytes) <= left ? position : position + left;
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

    /** Up to where the ring must be applied for a record to be. */
    public static long ticket(long position, int recordBytes) {
        return position + lines(recordBytes);
    }

    private static long lines(int bytes) {
        return (long) bytes + Region.LINE_BYTES - 1 & -Region.LINE_BYTES;
    }

    /** Where a position is in {@link #host()}. */
    public long address(int ring, long position) {
        return ring * (HEAD_BYTES + ringBytes) + HEAD_BYTES + position % ringBytes;
    }

    /**
     * Makes a message the record of a batch for a position.
     *
     * @param reference of the transaction
     * @param writes how many records it writes in all
     * @param commits whether it is a COMMIT
     */
    public static void encode(
            Message message, long position, RecordBatch batch, long reference, int writes, boolean commits) {
        byte[] bytes = message.bytes();
        int end = batch.encode(bytes, FIRST);
        long kind = (long) writes << WRITES_SHIFT | (commits ? 1L << COMMITS_SHIFT : 0);
        seal(message, position, end, batch.count(), reference, kind);
    }

    /** Makes a message the record that says: go on at the beginning. */
    public static void encodeSkip(Message message, long position) {
        seal(message, position, FIRST, 0, 0, 0);
    }

    private static void seal(Message message, long position, int end, int count, long reference, long kind) {
        byte[] bytes = message.bytes();
        long inner = reference >>> LINE_SHIFT & INNER_BITS;
        long outer = reference >>> LINE_SHIFT + Short.SIZE;
        Bytes.putLong(bytes, 0, mark(position) | outer);
        Bytes.putLong(bytes, SIZES, end | (long) count << COUNT_SHIFT | kind | inner << INNER_SHIFT);
        Bytes.putLong(bytes, end, mark(position) | reference & OUTER_BITS);
        message.lengthBytes(end + Long.BYTES);
    }

    /** What the words that begin and end a record at a position have above the reference; no zeros. */
    private static long mark(long position) {
        return ~(position / Region.LINE_BYTES) << LINE_SHIFT;
    }

    private static boolean marks(long word, long position) {
        return (word ^ mark(position)) >>> LINE_SHIFT == 0;
    }

    /** The host says how far it has applied a ring. */
    public void applied(int ring, long position) {
        long at = (long) ring * END_BYTES + Long.BYTES;
        long known = nic.getLongAcquire(at);
        while (known < position && !nic.compareAndSetLong(at, known, position)) {
            known = nic.getLongAcquire(at);
        }
    }

    /** Up to where room was reserved. */
    long end(int ring) {
        return nic.getLongAcquire((long) ring * END_BYTES);
    }

    /** Whether the host has said that it has applied a ring up to a ticket. */
    boolean isApplied(int ring, long ticket) {
        return ticket <= nic.getLongAcquire((long) ring * END_BYTES + Long.BYTES);
    }

    /** How many bytes of all rings were ever reserved. */
    long reservedBytes() {
        return sum(0);
    }

    /** How many bytes of all rings the host has said that it has applied. */
    long appliedBytes() {
        return sum(Long.BYTES);
    }

    private long sum(int at) {
        long sum = 0;
        for (int ring = 0; ring < rings; ring++) {
            sum += nic.getLongAcquire((long) ring * END_BYTES + at);
        }
        return sum;
    }

    // The host's side.

    /** How far a ring is applied, as its worker has stored it. */
    public long head(int ring) {
        return host.getLongAcquire(ring * (HEAD_BYTES + ringBytes));
    }

    /** Stores how far a ring is applied: its worker does. */
    public void head(int ring, long position) {
        host.putLongRelease(ring * (HEAD_BYTES + ringBytes), position);
    }

    /** Whether the NIC has been told so little of what is applied that it should be at once. */
    public boolean isFarBehind(int ring) {
        return head(ring) - host.getLongAcquire(toldAt(ring)) >= ringBytes / FAR_BEHIND;
    }

    /**
     * Tells a core of the own NIC how far a ring is applied (Xenic 4.2 step 7), unless it has been told, or the channel
     * has no room. Two threads that do so at the same time say it twice.
     *
     * @return whether something was said
     */
    public boolean tell(Step step, NicCores.Channel channel, int node, int core, int ring) {
        long applied = head(ring);
        if (applied == host.getLongAcquire(toldAt(ring))) {
            return false;
        }
        Message message = step.take(Wire.HEADER_BYTES);
        Wire.header(message, Wire.APPLIED, applied, 0, 0, ring);
        if (!channel.toCore(step, node, core, message)) {
            step.release(message);
            return false;
        }
        host.putLongRelease(toldAt(ring), applied);
        return true;
    }

    private long toldAt(int ring) {
        return ring * (HEAD_BYTES + ringBytes) + Long.BYTES;
    }

    /**
     * Reads the record at a position, whose batch stays empty if there is something to skip.
     *
     * @param buffer gets the bytes; as long as the largest record
     * @return the position behind it, or -1 if it is not there yet
     */
    public long visit(int ring, long position, byte[] buffer, LogRecord into) {
        into.batch().clear();
        long at = address(ring, position);
        long first = host.getLongAcquire(at);
        if (!marks(first, position)) {
            return -1;
        }
        long sizes = host.getLongAcquire(at + SIZES);
        int end = (int) sizes & END_BITS;
        if (end < FIRST || end > buffer.length - Long.BYTES || end + Long.BYTES > ringBytes - position % ringBytes) {
            return -1;
        }
        long last = host.getLongAcquire(at + end);
        if (!marks(last, position)) {
            return -1;
        }
        int count = (int) (sizes >>> COUNT_SHIFT) & COUNT_BITS;
        if (count == 0) {
            return position + ringBytes - position % ringBytes;
        }
        host.read(at, buffer, 0, end);
        into.batch().decode(buffer, FIRST, count);
        long outer = (first & OUTER_BITS) << LINE_SHIFT + Short.SIZE;
        into.reference = outer | sizes >>> INNER_SHIFT << LINE_SHIFT | last & OUTER_BITS;
        into.writes = (int) (sizes >>> WRITES_SHIFT) & COUNT_BITS;
        into.commits = (sizes >>> COMMITS_SHIFT & 1) != 0;
        return position + lines(end + Long.BYTES);
    }

    // What an earlier configuration left.

    /** Behind the last position at which a record may begin. */
    public long limit(int ring) {
        return head(ring) + ringBytes;
    }

    /** How many bytes of all rings are not applied yet, about. */
    public long waitingBytes() {
        return reservedBytes() - appliedBytes();
    }
}
