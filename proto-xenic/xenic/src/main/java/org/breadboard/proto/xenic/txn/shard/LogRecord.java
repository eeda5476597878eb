// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * A record of a log, as it is read; reused. One thread.
 *
 * <p>In the log it begins and ends with its position, and a device copies in ascending order: who sees the last word
 * sees all of it. Beside positions, which count lines, and lengths there is room for what a recovery asks: which
 * transaction it is of, and how much that writes in all. A word has a bit for each worker that applies one of its
 * writes, so that the others go on to the next record without looking at keys.
 */
public final class LogRecord {
    /** Of a record, besides its writes. */
    private static final int RECORD_BYTES = 32;
    /** A record's first and its last word have its line above 24 bits of the reference. */
    private static final int LINE_SHIFT = 24;

    private static final int OUTER_BITS = (1 << LINE_SHIFT) - 1;
    /** Its second word has where it ends, how many writes follow, how many there are in all, 16 bits, and its kind. */
    private static final int SIZES = 8;
    /** Its third word has the workers. */
    private static final int WORKERS = 16;

    private static final int FIRST = 24;
    private static final int END_BITS = (1 << 20) - 1;
    private static final int COUNT_SHIFT = 20;
    private static final int WRITES_SHIFT = 33;
    private static final int COUNT_BITS = (1 << 13) - 1;
    private static final int COMMITS_SHIFT = 46;
    private static final int INNER_SHIFT = 48;
    private static final int INNER_BITS = 0xffff;

    private final RecordBatch batch = new RecordBatch();
    private long reference;
    private int writes;
    private boolean commits;

    /** Nothing is read yet. */
    public LogRecord() {}

    /** What it writes; nothing if it is there to be skipped, or of no interest to who reads. */
    public RecordBatch batch() {
        return batch;
    }

    /** The transaction. */
    public long reference() {
        return reference;
    }

    /** How many records its transaction writes in all, here and elsewhere; only a LOG says it. */
    public int writes() {
        return writes;
    }

    /** Whether it is a primary's COMMIT; otherwise it is a LOG. */
    public boolean commits() {
        return commits;
    }

    // Writing.

    /** How many bytes the record of a batch takes. */
    public static int bytes(RecordBatch batch) {
        return RECORD_BYTES + batch.encodedBytes();
    }

    /**
     * Makes a message the record of a batch for a position.
     *
     * @param workers has a bit for each worker that applies one of its writes
     * @param reference of the transaction
     * @param writes how many records it writes in all
     * @param commits whether it is a COMMIT
     */
    public static void encode(
            Message message,
            long position,
            RecordBatch batch,
            long workers,
            long reference,
            int writes,
            boolean commits) {
        int end = batch.encode(message.bytes(), FIRST);
        Bytes.putLong(message.bytes(), WORKERS, workers);
        long kind = (long) writes << WRITES_SHIFT | (commits ? 1L << COMMITS_SHIFT : 0);
        seal(message, position, end, batch.count(), reference, kind);
    }

    /** Makes a message the record that says: go on at the beginning. It has as many bytes as a record of no writes. */
    public static void encodeSkip(Message message, long position) {
        Bytes.putLong(message.bytes(), WORKERS, 0);
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

    // Reading.

    /** Answer of {@link #read}: the record is not there yet, or not all of it. */
    static final int MISSING = -1;
    /** Answer of {@link #read}: what is left of the log before its end is to be skipped. */
    static final int SKIP = 0;

    /**
     * Reads the record of a position, whose batch stays empty if none of its writes is of one of some workers.
     *
     * @param at where it would begin in the log's memory
     * @param mostBytes how many bytes it has at most
     * @param workers a bit for each worker of interest
     * @return how many bytes it has, or {@link #MISSING}, or {@link #SKIP}
     */
    int read(Region log, long at, long position, long mostBytes, long workers, byte[] buffer) {
        batch.clear();
        long first = log.getLongAcquire(at);
        if (!marks(first, position)) {
            return MISSING;
        }
        long sizes = log.getLongAcquire(at + SIZES);
        int end = (int) sizes & END_BITS;
        if (end < FIRST || end + Long.BYTES > Math.min(buffer.length, mostBytes)) {
            return MISSING;
        }
        long last = log.getLongAcquire(at + end);
        if (!marks(last, position)) {
            return MISSING;
        }
        int count = (int) (sizes >>> COUNT_SHIFT) & COUNT_BITS;
        if (count == 0) {
            return SKIP;
        }
        if ((log.getLong(at + WORKERS) & workers) != 0) {
            log.read(at, buffer, 0, end);
            batch.decode(buffer, FIRST, count);
            long outer = (first & OUTER_BITS) << LINE_SHIFT + Short.SIZE;
            reference = outer | sizes >>> INNER_SHIFT << LINE_SHIFT | last & OUTER_BITS;
            writes = (int) (sizes >>> WRITES_SHIFT) & COUNT_BITS;
            commits = (sizes >>> COMMITS_SHIFT & 1) != 0;
        }
        return end + Long.BYTES;
    }
}
