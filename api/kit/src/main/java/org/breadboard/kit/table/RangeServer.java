// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;

/**
 * Serves a thread's requests for parts of ranges, which {@link SpreadRanges} of other nodes make: rows, and later
 * whether they are still the same, for which the part is searched once more. It remembers nothing in between. One
 * thread, that of its {@link LocalRecords}.
 */
public final class RangeServer {
    private final LocalRecords records;
    private final RangeRequest request = new RangeRequest();
    private final RangeRequest.Likeness found = new RangeRequest.Likeness();

    /** Of the ordered tables of a node. */
    public RangeServer(LocalRecords records) {
        this.records = records;
    }

    /** How long the answer to a request may be. */
    public int mostAnswerBytes(byte[] bytes, int at) {
        request.decode(bytes, at);
        int rows = request.what == RangeRequest.FETCH ? request.rows : 0;
        return RangeRequest.ANSWER_BYTES
                + rows * (RangeRequest.ROW_BYTES + records.table(request.table).valueBytes());
    }

    /**
     * Serves a request.
     *
     * @param bytes holds it, from {@code at} on
     * @param answer takes the answer, from {@code answerAt} on, for which the caller has said how long it may be
     * @return how long the answer is
     */
    public int serve(Step step, byte[] bytes, int at, byte[] answer, int answerAt) {
        request.decode(bytes, at);
        int status = RangeRequest.LOCKED;
        int rowsAt = answerAt + RangeRequest.ANSWER_BYTES;
        int end = rowsAt;
        int rowBytes = RangeRequest.ROW_BYTES + records.table(request.table).valueBytes();
        if (records.table(request.table).isUndecided(request.partition)) {
            step.stall(records.cost().cachedNs());
        } else if (request.what == RangeRequest.FETCH) {
            status = walk(step, answer, rowsAt);
            end = status == RangeRequest.DONE ? rowsAt + walked * rowBytes : rowsAt;
        } else {
            status = walk(step, null, 0);
            status = status == RangeRequest.DONE && !found.is(request.like) ? RangeRequest.CHANGED : status;
        }
        RangeRequest.begin(answer, answerAt, status, (end - rowsAt) / rowBytes);
        found.encode(answer, answerAt + 8);
        return end - answerAt;
    }

    /** How many rows the last walk met. */
    private int walked;

    /** Searches the part, and puts its rows into {@code rows} if that is not null; a status. */
    private int walk(Step step, byte[] rows, int rowsAt) {
        LocalTable table = records.table(request.table);
        Region region = table.region(request.partition);
        Cursor cursor = records.cursor(request.table);
        int rowBytes = RangeRequest.ROW_BYTES + table.valueBytes();
        found.clear();
        walked = 0;
        int status = RangeRequest.DONE;
        boolean more = begin(cursor, region);
        while (more && status == RangeRequest.DONE) {
            long word = region.getLongAcquire(cursor.headerAddress());
            if (LocalHeader.isLocked(word)) {
                status = RangeRequest.LOCKED;
            } else if (rows != null) {
                int at = rowsAt + walked * rowBytes;
                Bytes.putLong(rows, at, cursor.key());
                Bytes.putLong(rows, at + 8, LocalHeader.version(word));
                region.read(cursor.valueAddress(), rows, at + RangeRequest.ROW_BYTES, table.valueBytes());
                region.loadFence();
                status = isSame(region, cursor, word) ? RangeRequest.DONE : RangeRequest.CHANGED;
            }
            found.add(cursor.key());
            found.add(LocalHeader.version(word));
            walked++;
            more = walked < request.rows && next(cursor, region);
        }
        for (int i = 0; i < cursor.guards(); i++) {
            found.add(cursor.guardAddress(i));
            found.add(cursor.guardVersion(i));
        }
        MemoryCost cost = records.cost();
        step.stall(
                rows == null
                        ? cost.cachedNs() * (cursor.fetches() + walked)
                        : cost.lookupNs(cursor) + walked * cost.memoryNs());
        return status;
    }

    private static boolean isSame(Region region, Cursor cursor, long word) {
        int guard = cursor.guards() - 1;
        return region.getLongAcquire(cursor.headerAddress()) == word
                && region.getLongAcquire(cursor.guardAddress(guard)) == cursor.guardVersion(guard);
    }

    private boolean begin(Cursor cursor, Region region) {
        if (request.down) {
            cursor.floor(request.high);
        } else {
            cursor.ceiling(request.low);
        }
        return within(cursor, region);
    }

    /** Of a part in which the largest key comes first only one row is wanted. */
    private boolean next(Cursor cursor, Region region) {
        if (request.down || cursor.key() == Long.MAX_VALUE) {
            return false;
        }
        cursor.next();
        return within(cursor, region);
    }

    private boolean within(Cursor cursor, Region region) {
        return cursor.load(region) == Cursor.State.FOUND && cursor.key() >= request.low && cursor.key() <= request.high;
    }
}
