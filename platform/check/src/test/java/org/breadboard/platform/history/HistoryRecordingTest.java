// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.files.HistoryFileWriter;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.history.recording.HistorySlice;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryRecordingTest {
    @TempDir
    Path folder;

    private static Path write(Path file, HistoryModel model) throws IOException {
        try (HistoryFileWriter writer = new HistoryFileWriter(file)) {
            HistorySink sink = chunk -> {
                writer.accept(chunk);
                return true;
            };
            model.record(sink, 3, 128);
        }
        return file;
    }

    /** Everything that a flyweight shows, as text. */
    private static List<String> dump(HistorySource history) {
        List<String> lines = new ArrayList<>();
        history.forEach(tx -> {
            StringBuilder line = new StringBuilder();
            line.append(tx.transactionId())
                    .append(' ')
                    .append(tx.outcome())
                    .append(' ')
                    .append(tx.type())
                    .append(' ');
            line.append(tx.client())
                    .append(' ')
                    .append(tx.invocationNs())
                    .append(' ')
                    .append(tx.completionNs());
            line.append(' ').append(tx.account());
            for (int i = 0; i < tx.operations(); i++) {
                line.append(" | ")
                        .append(tx.kind(i))
                        .append(' ')
                        .append(tx.flags(i))
                        .append(' ')
                        .append(tx.table(i));
                line.append(' ')
                        .append(tx.key(i))
                        .append(' ')
                        .append(tx.version(i))
                        .append(' ')
                        .append(tx.hash(i));
                line.append(' ').append(tx.rows(i));
            }
            lines.add(line.toString());
        });
        return lines;
    }

    @Test
    void shouldReadBackWhatWasRecorded() throws IOException {
        for (long seed = 1; seed <= 20; seed++) {
            HistoryModel model = RandomHistory.of(seed, 200);
            RecordedHistory memory = new RecordedHistory();
            model.record(memory, 3, 128);
            List<String> expected = dump(memory);
            assertEquals(200, expected.size());
            assertEquals(expected, dump(new HistoryReader(write(folder.resolve("h" + seed), model))), "seed " + seed);
        }
    }

    @Test
    void shouldWriteTheSameBytesForTheSameHistory() throws IOException {
        byte[] one = Files.readAllBytes(write(folder.resolve("one"), RandomHistory.of(7, 300)));
        byte[] two = Files.readAllBytes(write(folder.resolve("two"), RandomHistory.of(7, 300)));
        byte[] other = Files.readAllBytes(write(folder.resolve("other"), RandomHistory.of(8, 300)));
        assertArrayEquals(one, two);
        assertFalse(Arrays.equals(one, other));
    }

    @Test
    void shouldRefuseATruncatedFileAtAnyLength() throws IOException {
        Path file = write(folder.resolve("h"), RandomHistory.of(3, 60));
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length += 13) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String message = assertThrows(HistoryFormatException.class, () -> dump(new HistoryReader(file)))
                    .getMessage();
            assertTrue(
                    message.matches("The history .*h (is cut short at byte \\d+.*|is not a Breadboard history)\\."),
                    message);
        }
    }

    @Test
    void shouldRefuseAFileWithAnyFlippedBit() throws IOException {
        Path file = write(folder.resolve("h"), RandomHistory.of(3, 60));
        byte[] bytes = Files.readAllBytes(file);
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            int at = random.nextInt(bytes.length);
            boolean reserved = at >= 12 && at < 16 || isReserved(bytes, at);
            byte[] damaged = bytes.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            if (!reserved) {
                assertThrows(HistoryFormatException.class, () -> dump(new HistoryReader(file)), "byte " + at);
            }
        }
    }

    /** The last four bytes of a chunk header carry nothing. */
    private static boolean isReserved(byte[] bytes, int at) {
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int chunk = 16; chunk < bytes.length; chunk += 32 + 8 * Math.max(0, buffer.getInt(chunk))) {
            if (at >= chunk + 28 && at < chunk + 32) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldSayWhereAFileIsCorrupt() throws IOException {
        Path file = write(folder.resolve("h"), RandomHistory.of(3, 60));
        byte[] bytes = Files.readAllBytes(file);
        bytes[100] ^= 1;
        Files.write(file, bytes);
        assertEquals(
                "The history " + file + " is corrupt: the checksum of the chunk at byte 16 does not fit its contents.",
                assertThrows(HistoryFormatException.class, () -> dump(new HistoryReader(file)))
                        .getMessage());
    }

    @Test
    void shouldKeepARecordInOneChunkHoweverLong() {
        RecordedHistory history = new RecordedHistory();
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 2, new HistoryChunkPool(16, 4), history);
        for (int count : new int[] {1, 3, 500, 2, HistoryCodec.MAX_OPERATIONS}) {
            recorder.invoked(1, count);
            recorder.begin(1, 7, count);
            for (int i = 0; i < count; i++) {
                recorder.write(2, i, i + 1, -i);
            }
            recorder.end(Outcome.COMMITTED, count, 0);
        }
        recorder.close();
        List<Integer> counts = new ArrayList<>();
        history.forEach(tx -> {
            counts.add(tx.operations());
            assertEquals(tx.operations() - 1L, tx.key(tx.operations() - 1));
        });
        assertEquals(List.of(1, 3, 500, 2, HistoryCodec.MAX_OPERATIONS), counts);
    }

    @Test
    void shouldKeepChunksInOrderWhileTheSinkIsFull() {
        AtomicInteger room = new AtomicInteger(2);
        List<Long> sequences = new ArrayList<>();
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 1, new HistoryChunkPool(32, 4), chunk -> {
            boolean taken = room.getAndDecrement() > 0;
            if (taken) {
                sequences.add(chunk.sequence());
            }
            return taken;
        });
        for (int i = 0; i < 60; i++) {
            recorder.invoked(0, i);
            recorder.begin(0, 0, i);
            recorder.read(0, 1, 2, 3);
            recorder.end(Outcome.COMMITTED, i, 0);
        }
        assertEquals(List.of(0L, 1L), sequences);
        assertTrue(recorder.waitingChunks() > 10);
        room.set(Integer.MAX_VALUE);
        recorder.close();
        assertEquals(0, recorder.waitingChunks());
        for (int i = 0; i < sequences.size(); i++) {
            assertEquals(i, sequences.get(i));
        }
    }

    @Test
    void shouldPromiseNoOlderInvocationThanItsWatermark() {
        List<Long> watermarks = new ArrayList<>();
        HistoryRecorder recorder =
                new HistoryRecorder(0, 5, 3, new HistoryChunkPool(64, 4), chunk -> watermarks.add(chunk.watermarkNs()));
        recorder.invoked(5, 100);
        recorder.invoked(6, 120);
        recorder.flush(200);
        recorder.begin(5, 0, 1);
        recorder.end(Outcome.UNKNOWN, 0, 0);
        recorder.flush(210);
        recorder.begin(6, 0, 2);
        recorder.end(Outcome.COMMITTED, 220, 0);
        recorder.flush(230);
        recorder.close();
        assertEquals(List.of(100L, 120L, 230L, Long.MAX_VALUE), watermarks);
    }

    @Test
    void shouldRefuseABrokenCallOrder() {
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 2, new HistoryChunkPool(64, 4), new RecordedHistory());
        assertThrows(IllegalStateException.class, () -> recorder.begin(0, 0, 1));
        recorder.invoked(0, 1);
        assertThrows(IllegalStateException.class, () -> recorder.invoked(0, 2));
        assertThrows(IllegalStateException.class, () -> recorder.read(0, 1, 2, 3));
        recorder.begin(0, 0, 1);
        assertThrows(IllegalStateException.class, () -> recorder.predicateRow(1, 2, 3));
        assertThrows(IllegalStateException.class, () -> recorder.flush(3));
        assertThrows(IllegalStateException.class, recorder::close);
    }

    @Test
    void shouldUseItsChunksAgain() {
        HistoryChunkPool pool = new HistoryChunkPool(64, 8);
        HistorySlice slice = new HistorySlice(1);
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 1, pool, slice);
        int[] records = {0};
        TransactionView view = new TransactionView();
        for (int i = 0; i < 10_000; i++) {
            recorder.invoked(0, i);
            recorder.begin(0, 0, i);
            recorder.read(0, 1, 2, 3);
            recorder.end(Outcome.COMMITTED, i, 0);
            for (HistoryChunk chunk : slice.take()) {
                for (int at = 0; at < chunk.lengthWords(); records[0]++) {
                    at = view.wrap(chunk.words(), at, chunk.lengthWords());
                }
                pool.recycle(chunk);
            }
        }
        assertTrue(pool.liveChunks() < 4, pool.liveChunks() + " chunks");
        assertTrue(records[0] > 9_000);
    }

    @Test
    void shouldLoseNothingThatItsRingHasNoRoomFor() {
        HistorySlice slice = new HistorySlice(Long.MAX_VALUE);
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 1, new HistoryChunkPool(32, 8), slice);
        int attempts = 20_000;
        for (int i = 0; i < attempts; i++) {
            recorder.invoked(0, i);
            recorder.begin(0, 0, i);
            recorder.write(0, 1, i + 1, i + 1);
            recorder.end(Outcome.COMMITTED, i, 0);
        }
        recorder.close();
        assertTrue(recorder.waitingChunks() > 0, "the ring took everything");
        while (!recorder.offerWaiting()) {
            slice.gather();
        }
        List<Long> ids = new ArrayList<>();
        TransactionView view = new TransactionView();
        for (HistoryChunk chunk : slice.take()) {
            for (int at = 0; at < chunk.lengthWords(); ) {
                at = view.wrap(chunk.words(), at, chunk.lengthWords());
                ids.add(view.transactionId());
            }
        }
        assertEquals(LongStream.range(0, attempts).boxed().toList(), ids);
    }

    @Test
    void shouldCheckBesideRecordersOnSeveralThreads() throws InterruptedException {
        HistoryChunkPool pool = new HistoryChunkPool(512, 64);
        HistorySlice slice = new HistorySlice(1);
        WindowedHistoryChecker checker =
                new WindowedHistoryChecker(CheckOptions.serializable().withStrict(true), null, 2, 1_000, 100_000);
        Object lock = new Object();
        long[] version = {0};
        long[] clock = {0};
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < 2; w++) {
            int writer = w;
            Thread thread = new Thread(() -> {
                HistoryRecorder recorder = new HistoryRecorder(writer, 0, 1, pool, slice);
                for (int i = 0; i < 20_000; i++) {
                    synchronized (lock) {
                        recorder.invoked(0, ++clock[0]);
                        recorder.begin(0, 0, writer * 1_000_000L + i);
                        recorder.read(0, 1, version[0], version[0]);
                        version[0]++;
                        recorder.write(0, 1, version[0], version[0]);
                        recorder.end(Outcome.COMMITTED, ++clock[0], 1);
                    }
                }
                recorder.close();
            });
            thread.start();
            threads.add(thread);
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            List<HistoryChunk> taken = slice.take();
            checker.accept(taken);
            taken.forEach(pool::recycle);
            Thread.onSpinWait();
        }
        checker.accept(slice.take());
        Verdict verdict = checker.finish(null);
        assertTrue(verdict.passed(), verdict.anomalies().toString());
        assertEquals(40_000, verdict.committed());
        assertEquals(40_000, verdict.accountSum(type -> true));
    }
}
