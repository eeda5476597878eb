// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.files.HistoryFileWriter;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * Measures the checker on a valid history: 2 reads and 2 updates per transaction over keys of skewed popularity, with
 * overlap. Arguments: transactions, keys, file (its own process is best run with -Xmx1500m).
 */
final class HistoryCheckerSpeed {
    private HistoryCheckerSpeed() {}

    public static void main(String[] arguments) throws Exception {
        int transactions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000_000;
        int keys = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
        Path file = arguments.length > 2 ? Path.of(arguments[2]) : Files.createTempFile("history", ".bin");
        HistoryChunkPool pool = new HistoryChunkPool(1 << 14, 64);
        long start = cpuNs();
        try (HistoryFileWriter writer = new HistoryFileWriter(file)) {
            record(transactions, keys, pool, chunk -> {
                writer.accept(chunk);
                pool.recycle(chunk);
                return true;
            });
        }
        report("record to a file", transactions, start);
        HistoryReader reader = new HistoryReader(file);
        for (boolean strict : new boolean[] {false, true}) {
            start = cpuNs();
            CheckOptions options = CheckOptions.serializable().withStrict(strict);
            HistoryChecker checker = new HistoryChecker(options, null, transactions, 4 * transactions);
            reader.forEachChunk(checker::add);
            report("  take in", transactions, start);
            Verdict verdict = checker.finish(null);
            report((strict ? "check strictly" : "check") + ", passed " + verdict.passed(), transactions, start);
        }
        start = cpuNs();
        WindowedHistoryChecker windowed =
                new WindowedHistoryChecker(CheckOptions.serializable(), null, 1, 1 << 16, 1 << 20);
        reader.forEachChunk(windowed::accept);
        boolean passed = windowed.finish(null).passed();
        report("check in windows of " + windowed.largestWindow() + ", passed " + passed, transactions, start);
        Files.delete(file);
    }

    private static void record(int transactions, int keys, HistoryChunkPool pool, HistorySink sink) {
        int clients = 280;
        HistoryRecorder recorder = new HistoryRecorder(0, 0, clients, pool, sink);
        long[] version = new long[keys];
        Random random = new Random(1);
        for (int i = 0; i < clients; i++) {
            recorder.invoked(i, i);
        }
        for (int i = 0; i < transactions; i++) {
            int client = i % clients;
            long nowNs = clients + 1 + 10L * i;
            recorder.begin(client, i & 7, i);
            int first = random.nextInt(random.nextInt(10) == 0 ? keys : Math.max(1, keys / 25));
            int second = (first + 1 + random.nextInt(keys - 1)) % keys;
            recorder.read(0, first, version[first], version[first] * 31);
            recorder.read(0, second, version[second], version[second] * 31);
            recorder.write(0, first, ++version[first], version[first] * 31);
            recorder.write(0, second, ++version[second], version[second] * 31);
            recorder.end(Outcome.COMMITTED, nowNs, 0);
            recorder.invoked(client, nowNs + 1);
        }
        for (int i = 0; i < clients; i++) {
            recorder.begin(i, 0, transactions + i);
            recorder.end(Outcome.ABORTED, 20L * transactions, 0);
        }
        recorder.close();
    }

    /** Processor time of this thread: what other load on the machine does not change much. */
    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void report(String what, int transactions, long startNs) {
        double seconds = (cpuNs() - startNs) / 1e9;
        System.out.printf(
                "%-45s %6.2f s, %5.2f million transactions per second%n", what, seconds, transactions / seconds / 1e6);
    }
}
