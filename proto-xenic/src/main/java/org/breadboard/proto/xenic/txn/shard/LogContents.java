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
    private final LogRings log;
    private final Ring[] rings;
    private final LogRecord record = new LogRecord();
    private final byte[] buffer;

    /** Of a log whose records are so long at most. */
    LogContents(LogRings log, int mostBytes) {
        this.log = log;
        buffer = new byte[mostBytes];
        rings = new Ring[log.rings()];
        for (int ring = 0; ring < rings.length; ring++) {
            rings[ring] = new Ring();
        }
    }

    private static final class Ring {
        private final ArrayDeque<Write> writes = new ArrayDeque<>();
        /** Up to where all records are there. */
        private long end;
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

    /** Whether the latest write of a record in a ring is that of an access, but for those of later versions. */
    boolean has(int number, Transaction transaction, int access) {
        Ring ring = rings[number];
        long head = log.head(number);
        while (!ring.writes.isEmpty() && ring.writes.getFirst().position < head) {
            ring.writes.removeFirst();
        }
        ring.end = readFrom(number, Math.max(ring.end, head));
        int whole = ring.writes.size();
        // Behind a record that is still on its way, later ones may be there: each begins with its position.
        long end = log.end(number);
        for (long at = ring.end; at < end; ) {
            at = Math.max(at + Region.LINE_BYTES, readFrom(number, at));
        }
        boolean found = false;
        Iterator<Write> latestFirst = ring.writes.descendingIterator();
        while (latestFirst.hasNext()) {
            Write write = latestFirst.next();
            if (write.table == transaction.table(access) && write.key == transaction.key(access)) {
                found = write.is(transaction, access);
                if (found || !write.isLater(transaction, access)) {
                    break;
                }
            }
        }
        while (ring.writes.size() > whole) {
            ring.writes.removeLast();
        }
        return found;
    }

    /** Adds what records write from a position on, as far as they are there; returns where they end. */
    private long readFrom(int number, long position) {
        long at = position;
        long next = log.visit(number, at, buffer, record);
        while (next >= 0) {
            RecordBatch batch = record.batch();
            for (int i = 0; i < batch.count(); i++) {
                byte[] value =
                        Arrays.copyOfRange(batch.values(), batch.valueAt(i), batch.valueAt(i) + batch.valueBytes(i));
                rings[number].writes.add(new Write(at, batch.table(i), batch.key(i), batch.word(i), value));
            }
            at = next;
            next = log.visit(number, at, buffer, record);
        }
        return at;
    }
}
