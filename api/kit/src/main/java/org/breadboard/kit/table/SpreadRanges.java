// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;

/**
 * The ranges of one coordinator's transactions over the keys of all partitions. Each partition is asked for a part of a
 * range: those of the own node by a call, those of others by a request that a {@link RangeServer} there serves. The
 * rows are merged by key. Where the range may have more rows of a partition than were asked for, another part is asked
 * for. Reused for transaction after transaction; one thread.
 *
 * <p><b>Order of calls.</b> {@link #begin}; for accesses that are new, {@link #open}; then {@link #fetchHere} or a
 * request ({@link #request}, {@link #answered}) for each part from {@link #asked} to {@link #parts}; then
 * {@link #more}, which adds parts that are to be asked for likewise, or the rows to the transaction. To validate, when
 * all locks and inserts of the transaction are in place: {@link LocalTransaction#validate}, and a request
 * ({@link #check}, {@link #checked}) for each part of another node. If a call answers a reason, the attempt has to
 * abort.
 *
 * <p><b>Why no phantom is missed.</b> A part that is searched again has the same keys, versions and guards as before,
 * and no row of it is locked. None of these returns to what it was, so nothing has come, gone or changed in between.
 * What {@link LocalTransaction} says of its own ranges then holds of these, too.
 */
public final class SpreadRanges {
    /** How long a request is. */
    public static final int REQUEST_BYTES = RangeRequest.BYTES;

    /** How long the answer to a {@link #check} is. */
    public static final int CHECK_ANSWER_BYTES = RangeRequest.ANSWER_BYTES;

    /** What a request tells of how many rows it wants. */
    private static final int MOST_ROWS = 0xffff;

    private final boolean[] spread;
    private final int[] valueBytes;
    private final Placement placement;
    private final int node;
    private final int mostAnswerBytes;
    private final LocalTransaction local;
    private final RangeRequest request = new RangeRequest();
    private Transaction transaction;

    private Part[] parts = {};
    private int partCount;
    private int asked;
    /** The accesses whose ranges are open, and the first of their parts. */
    private int first;

    private int end;
    private int firstPart;
    /** The part whose rows come. */
    private Part filling;

    private Row[] rows = {};
    private int rowCount;
    private byte[] values = {};
    private int valuesEnd;
    /** Of each partition: the part and the row that are next when a range's rows are merged. */
    private final int[] nextPart;

    private final int[] nextRow;

    /** Of one partition: what is asked for, and what came. */
    private static final class Part {
        private int range;
        private int partition;
        private int wanted;
        private long low;
        private int firstRow;
        private int rows;
        private final RangeRequest.Likeness like = new RangeRequest.Likeness();
    }

    /** What came; of the own node, where it is. */
    private static final class Row {
        private long key;
        private long version;
        private int at;
        private boolean here;
        private long header;
        private long value;
    }

    /**
     * For one coordinator.
     *
     * @param mostAnswerBytes the longest answer that a message holds; it has room for a row ({@link #fits})
     * @param local the part of its transactions in ordered tables of its own node
     */
    public SpreadRanges(
            List<TableSpec> tables, Placement placement, int node, int mostAnswerBytes, LocalTransaction local) {
        spread = new boolean[tables.size()];
        valueBytes = new int[tables.size()];
        for (TableSpec table : tables) {
            spread[table.id()] = table.spread();
            valueBytes[table.id()] = table.valueBytes();
        }
        this.placement = placement;
        this.node = node;
        this.mostAnswerBytes = mostAnswerBytes;
        this.local = local;
        nextPart = new int[placement.partitions()];
        nextRow = new int[placement.partitions()];
    }

    /** Whether an answer that long has room for a row of a table. */
    public static boolean fits(TableSpec table, int answerBytes) {
        return answerBytes(table.valueBytes(), 1) <= answerBytes;
    }

    private static int answerBytes(int valueBytes, int rows) {
        return RangeRequest.ANSWER_BYTES + rows * (RangeRequest.ROW_BYTES + valueBytes);
    }

    /** Begins another attempt. */
    public void begin(Transaction next) {
        transaction = next;
        partCount = 0;
        asked = 0;
        first = 0;
        end = 0;
        rowCount = 0;
        valuesEnd = 0;
    }

    /** Whether an access is a range over the keys of all partitions. */
    public boolean isSpread(int access) {
        return transaction.mode(access).ranges() && spread[transaction.table(access)];
    }

    /** Adds the first parts of those of the accesses from {@code from} on that are ranges over all partitions. */
    public void open(int from) {
        first = from;
        end = transaction.accesses();
        firstPart = partCount;
        for (int range = first; range < end; range++) {
            for (int partition = 0; isSpread(range) && partition < nextPart.length; partition++) {
                add(range, partition, transaction.key(range));
            }
        }
    }

    /** Of as many rows as are a partition's share of the limit, and a little more, as far as an answer holds them. */
    private void add(int range, int partition, long low) {
        if (partCount == parts.length) {
            parts = Arrays.copyOf(parts, Math.max(8, 2 * partCount));
            for (int i = partCount; i < parts.length; i++) {
                parts[i] = new Part();
            }
        }
        int limit = transaction.limit(range);
        int share = limit / nextPart.length;
        int wanted = Math.min(limit, share + (int) StrictMath.sqrt(share) + 1);
        int rowBytes = RangeRequest.ROW_BYTES + valueBytes[transaction.table(range)];
        int fitting = (mostAnswerBytes - RangeRequest.ANSWER_BYTES) / rowBytes;
        Part part = parts[partCount++];
        part.range = range;
        part.partition = partition;
        part.low = low;
        part.wanted = Math.min(Math.min(wanted, fitting), MOST_ROWS);
        part.rows = 0;
    }

    /** The first part that is not asked for yet. */
    public int asked() {
        return asked;
    }

    /** How many parts there are, of all ranges so far. */
    public int parts() {
        return partCount;
    }

    /** The node that has a part. */
    public int node(int part) {
        return placement.node(parts[part].partition, 0);
    }

    /** Whether the own node has a part. */
    public boolean isHere(int part) {
        return node(part) == node;
    }

    /** Fetches a part of the own node. */
    public AbortReason fetchHere(Step step, int part) {
        filling = parts[part];
        filling.firstRow = rowCount;
        return local.gather(step, filling.range, filling.partition, filling.low, filling.wanted, this);
    }

    /** A row of the own node. */
    void row(long key, long version, long header, long address, byte[] value, int valueAt) {
        Row row = add(key, version, value, valueAt);
        row.here = true;
        row.header = header;
        row.value = address;
    }

    private Row add(long key, long version, byte[] value, int valueAt) {
        if (rowCount == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(16, 2 * rowCount));
            for (int i = rowCount; i < rows.length; i++) {
                rows[i] = new Row();
            }
        }
        int length = valueBytes[transaction.table(filling.range)];
        if (valuesEnd + length > values.length) {
            values = Arrays.copyOf(values, Math.max(valuesEnd + length, 2 * values.length));
        }
        System.arraycopy(value, valueAt, values, valuesEnd, length);
        Row row = rows[rowCount++];
        row.key = key;
        row.version = version;
        row.at = valuesEnd;
        row.here = false;
        valuesEnd += length;
        filling.rows++;
        return row;
    }

    /** How long the answer to the request for a part may be. */
    public int answerBytes(int part) {
        return answerBytes(valueBytes[transaction.table(parts[part].range)], parts[part].wanted);
    }

    /** Writes the request for a part of another node. */
    public void request(int part, byte[] bytes, int at) {
        encode(part, RangeRequest.FETCH, bytes, at);
    }

    private void encode(int part, int what, byte[] bytes, int at) {
        Part of = parts[part];
        request.what = what;
        request.down = transaction.mode(of.range) == AccessMode.MAX;
        request.table = transaction.table(of.range);
        request.partition = of.partition;
        request.rows = of.wanted;
        request.low = of.low;
        request.high = transaction.highKey(of.range);
        request.encode(of.like, bytes, at);
    }

    /** Takes the answer to the request for a part. */
    public AbortReason answered(int part, byte[] bytes, int at) {
        filling = parts[part];
        filling.firstRow = rowCount;
        filling.like.decode(bytes, at + 8);
        int rowBytes = RangeRequest.ROW_BYTES + valueBytes[transaction.table(filling.range)];
        int rowAt = at + RangeRequest.ANSWER_BYTES;
        for (int i = RangeRequest.rows(bytes, at); i > 0; i--) {
            add(Bytes.getLong(bytes, rowAt), Bytes.getLong(bytes, rowAt + 8), bytes, rowAt + RangeRequest.ROW_BYTES);
            rowAt += rowBytes;
        }
        return reason(bytes, at);
    }

    private static AbortReason reason(byte[] bytes, int at) {
        return switch (RangeRequest.status(bytes, at)) {
            case RangeRequest.DONE -> null;
            case RangeRequest.LOCKED -> AbortReason.LOCKED;
            default -> AbortReason.VALIDATION;
        };
    }

    /**
     * All parts are here. Adds those that are still missing; or if none is, the rows to the transaction.
     *
     * @return whether there are parts to ask for
     */
    public boolean more() {
        asked = partCount;
        for (int range = first; range < end; range++) {
            if (isSpread(range)) {
                addMissing(range);
            }
        }
        if (partCount > asked) {
            return true;
        }
        for (int range = first; range < end; range++) {
            if (isSpread(range)) {
                transaction.missing(range, 0); // unless a row says otherwise
                merge(range, true);
            }
        }
        first = end;
        return false;
    }

    /** Behind the last row of a partition there may be others, which come before the last row that the range takes. */
    private void addMissing(int range) {
        Row last = merge(range, false);
        for (int partition = 0; partition < nextPart.length; partition++) {
            Part part = lastPart(range, partition);
            boolean down = transaction.mode(range) == AccessMode.MAX;
            if (part.rows == part.wanted && !down) {
                long key = rows[part.firstRow + part.rows - 1].key;
                if (key < transaction.highKey(range) && (last == null || key < last.key)) {
                    add(range, partition, key + 1);
                }
            }
        }
    }

    private Part lastPart(int range, int partition) {
        int part = asked - 1;
        while (parts[part].range != range || parts[part].partition != partition) {
            part--;
        }
        return parts[part];
    }

    /** Goes through a range's rows by key; answers the last one that it takes, or null if it could take more. */
    private Row merge(int range, boolean give) {
        for (int partition = 0; partition < nextPart.length; partition++) {
            nextPart[partition] = partBehind(range, partition, firstPart - 1);
            nextRow[partition] = 0;
        }
        boolean down = transaction.mode(range) == AccessMode.MAX;
        int limit = transaction.limit(range);
        Row last = null;
        for (int taken = 0; taken < limit; taken++) {
            int from = -1;
            last = null;
            for (int partition = 0; partition < nextPart.length; partition++) {
                Row row = head(range, partition);
                if (row != null && (last == null || (down ? row.key > last.key : row.key < last.key))) {
                    last = row;
                    from = partition;
                }
            }
            if (last == null) {
                return null;
            }
            nextRow[from]++;
            if (give) {
                give(range, from, last);
            }
        }
        return last;
    }

    private Row head(int range, int partition) {
        int part = nextPart[partition];
        while (part < asked && nextRow[partition] == parts[part].rows) {
            part = partBehind(range, partition, part);
            nextPart[partition] = part;
            nextRow[partition] = 0;
        }
        return part < asked ? rows[parts[part].firstRow + nextRow[partition]] : null;
    }

    /** The next part of a range in a partition; {@link #asked} if there is none. */
    private int partBehind(int range, int partition, int before) {
        int part = before + 1;
        while (part < asked && (parts[part].range != range || parts[part].partition != partition)) {
            part++;
        }
        return part;
    }

    private void give(int range, int partition, Row row) {
        int access = transaction.row(range, row.key);
        if (row.here) {
            local.placeRow(access, partition, row.header, row.value);
        }
        transaction.fetched(access, row.version, values, row.at, valueBytes[transaction.table(range)]);
    }

    /** Writes the request that asks whether a part of another node is still the same. */
    public void check(int part, byte[] bytes, int at) {
        encode(part, RangeRequest.CHECK, bytes, at);
    }

    /** Takes the answer to that. */
    public AbortReason checked(byte[] bytes, int at) {
        return reason(bytes, at);
    }
}
