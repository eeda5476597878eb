// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import org.breadboard.api.memory.Region;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/** What is in a node's log and not applied yet, read from its memory; for checks, in virtual time. */
final class LogContents {
    /** Which worker applies the writes of a key. */
    @FunctionalInterface
    interface Owner {
        int worker(int table, long key);
    }

    private static final long ALL = -1;

    private final HostLog log;
    private final LogEnd reserved;
    private final Owner owner;
    private final Waiting[] waiting;
    private final LogRecord record = new LogRecord();
    private final byte[] buffer;
    /** Up to where all records are there, and read. */
    private long end;

    /** Of a log whose records are so long at most. */
    LogContents(HostLog log, LogEnd reserved, Owner owner, int mostBytes) {
        this.log = log;
        this.reserved = reserved;
        this.owner = owner;
        buffer = new byte[mostBytes];
        waiting = new Waiting[log.workers()];
        for (int worker = 0; worker < waiting.length; worker++) {
            waiting[worker] = new Waiting();
        }
    }

    /** What one worker will apply, in the order of the log. */
    private static final class Waiting {
        private final ArrayDeque<Write> writes = new ArrayDeque<>();
    }

    private record Write(long position, int table, long key, long word, byte[] value) {
        boolean isLater(Transaction transaction, int access) {
            return NicIndex.version(word) > transaction.installedVersion(access);
        }

        boolean is(Transaction transaction, int access) {
            int at = transaction.newAt(access);
            return NicIndex.isFound(word)
                    ? transaction.mode(access) != AccessMode.DELETE
                            && Arrays.equals(
                                    value, 0, value.length, transaction.values(), at, at + transaction.newBytes(access))
                    : transaction.mode(access) == AccessMode.DELETE;
        }
    }

    /** Whether the latest write of a record is that of an access, but for those of later versions. */
    boolean has(Transaction transaction, int access) {
        int worker = owner.worker(transaction.table(access), transaction.key(access));
        ArrayDeque<Write> writes = waiting[worker].writes;
        end = readFrom(Math.max(end, log.lowestHead()), ALL);
        long head = log.head(worker);
        while (!writes.isEmpty() && writes.getFirst().position < head) {
            writes.removeFirst();
        }
        int whole = writes.size();
        // Behind a record that is still on its way, later ones may be there: each begins with its position.
        long last = reserved.end();
        for (long at = end; at < last; ) {
            at = Math.max(at + Region.LINE_BYTES, readFrom(at, HostLog.only(worker)));
        }
        boolean found = false;
        Iterator<Write> latestFirst = writes.descendingIterator();
        while (latestFirst.hasNext()) {
            Write write = latestFirst.next();
            if (write.table == transaction.table(access) && write.key == transaction.key(access)) {
                found = write.is(transaction, access);
                if (found || !write.isLater(transaction, access)) {
                    break;
                }
            }
        }
        while (writes.size() > whole) {
            writes.removeLast();
        }
        return found;
    }

    /**
     * Adds what records write for some workers from a position on, as far as they are there; returns where they end.
     */
    private long readFrom(long position, long workers) {
        long at = position;
        long next = log.visit(at, workers, buffer, record);
        while (next != HostLog.NOTHING) {
            RecordBatch batch = record.batch();
            for (int i = 0; i < batch.count(); i++) {
                int worker = owner.worker(batch.table(i), batch.key(i));
                if ((HostLog.only(worker) & workers) != 0) {
                    int from = batch.valueAt(i);
                    byte[] value = Arrays.copyOfRange(batch.values(), from, from + batch.valueBytes(i));
                    waiting[worker].writes.add(new Write(at, batch.table(i), batch.key(i), batch.word(i), value));
                }
            }
            at = next;
            next = log.visit(at, workers, buffer, record);
        }
        return at;
    }
}
