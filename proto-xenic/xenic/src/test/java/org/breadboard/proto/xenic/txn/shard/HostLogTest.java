// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/**
 * The log's two sides, on host and NIC: what is appended is read once by each worker, in order, and never overwritten.
 */
class HostLogTest {
    private static final int WORKERS = 3;
    private static final int RING_BYTES = 2_048;

    private final HostLog log = new HostLog(memory(WORKERS * Region.LINE_BYTES + RING_BYTES), WORKERS);
    private final LogEnd end = new LogEnd(log, memory(LogEnd.bytes(WORKERS)));
    private final byte[] buffer = new byte[RING_BYTES];
    private final LogRecord read = new LogRecord();

    private static Region memory(long bytes) {
        return TestParts.region("log", bytes, Lifetime.SURVIVES_CRASH, new Layout("log", 1));
    }

    /** Appends what one worker applies of one transaction; false if the log is full. */
    private boolean append(long reference, int worker, int valueBytes) {
        RecordBatch batch = new RecordBatch();
        batch.value(batch.add(AccessMode.UPDATE, 0, 0, reference, 0), new byte[valueBytes], 0, valueBytes);
        int bytes = LogRecord.bytes(batch);
        long reserved = end.reserve(bytes);
        if (reserved == -1) {
            return false;
        }
        if (LogEnd.isSkipped(reserved)) {
            Message skip = TestParts.message(64);
            LogRecord.encodeSkip(skip, LogEnd.skippedPosition(reserved));
            write(LogEnd.skippedPosition(reserved), skip);
        }
        long position = end.position(reserved);
        Message message = TestParts.message(bytes);
        LogRecord.encode(message, position, batch, HostLog.only(worker), reference, 1, true);
        write(position, message);
        return true;
    }

    private void write(long position, Message message) {
        log.host().write(log.address(position), message.bytes(), 0, message.lengthBytes());
    }

    /** Takes a worker one record further; the reference of its own write, 0 for another's, or less if there is none. */
    private long apply(int worker) {
        long next = log.visit(log.head(worker), HostLog.only(worker), buffer, read);
        if (next == HostLog.NOTHING) {
            return -1;
        }
        log.head(worker, next);
        return read.batch().count() == 0 ? 0 : read.batch().key(0);
    }

    @Test
    void shouldShowEachWorkerItsOwnWritesInOrderAndKeepWhatIsNotApplied() {
        for (long seed = 1; seed <= 30; seed++) {
            new HostLogTest().runAtRandom(TestParts.random(seed, 11), "seed " + seed);
        }
    }

    private void runAtRandom(RandomStream random, String where) {
        List<List<Long>> appended = new ArrayList<>();
        List<List<Long>> applied = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            appended.add(new ArrayList<>());
            applied.add(new ArrayList<>());
        }
        int full = 0;
        for (long reference = 1; reference <= 600; reference++) {
            int worker = random.nextInt(WORKERS);
            if (append(reference, worker, 8 * (1 + random.nextInt(60)))) {
                appended.get(worker).add(reference);
            } else {
                full++;
            }
            int reader = random.nextInt(WORKERS);
            take(applied.get(reader), reader, random.nextInt(8));
            if (random.nextInt(3) == 0) {
                end.applied(reader, log.head(reader));
            }
        }
        for (int worker = 0; worker < WORKERS; worker++) {
            take(applied.get(worker), worker, Integer.MAX_VALUE);
        }
        assertEquals(appended, applied, where);
        assertTrue(full > 0, where + ": the log was never full");
        assertEquals(end.end(), log.lowestHead(), where);
    }

    private void take(List<Long> applied, int worker, int records) {
        long reference = 0;
        for (int i = 0; i < records && reference >= 0; i++) {
            reference = apply(worker);
            if (reference > 0) {
                applied.add(reference);
            }
        }
    }

    @Test
    void shouldBeFullUntilTheLastWorkerIsSaidToHaveComeFurther() {
        long reference = 1;
        while (append(reference, 0, 100)) {
            reference++;
        }
        for (int worker = 0; worker < WORKERS; worker++) {
            assertFalse(append(reference, 0, 100), "worker " + worker + " has not come further");
            apply(worker);
            end.applied(worker, log.head(worker));
        }
        assertTrue(append(reference, 0, 100));
        assertEquals(log.lowestHead(), end.appliedBytes());
    }

    @Test
    void shouldKnowWhatIsAppliedFromWhatTheHostHasSaid() {
        append(1, 0, 8);
        long ticket = end.end();
        apply(0);
        assertFalse(end.isApplied(0, ticket), "nobody has said it");
        end.applied(0, ticket);
        end.applied(0, 0);
        assertTrue(end.isApplied(0, ticket), "an old word came late");
        assertFalse(end.isApplied(1, ticket), "it is worker 0 that has come so far");
        assertEquals(0, end.appliedBytes());
    }

    @Test
    void shouldGiveNoPlaceToTwoCores() throws InterruptedException {
        int records = 100_000;
        HostLog large = new HostLog(memory(Region.LINE_BYTES + 64L * records), 1);
        LogEnd shared = new LogEnd(large, memory(LogEnd.bytes(1)));
        AtomicIntegerArray taken = new AtomicIntegerArray(records);
        Runnable core = () -> {
            for (long at = shared.reserve(64); at != -1; at = shared.reserve(64)) {
                taken.incrementAndGet((int) at / 64);
            }
        };
        List<Thread> cores = List.of(new Thread(core), new Thread(core));
        cores.forEach(Thread::start);
        for (Thread each : cores) {
            each.join();
        }
        for (int record = 0; record < records; record++) {
            assertEquals(1, taken.get(record), "record " + record);
        }
    }
}
