// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.runtime.PluginWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WindowedHistoryTest {
    private static final int STAGES = 8;
    private static final int KEYS = 50;
    private static final CheckOptions OPTIONS = CheckOptions.serializable();
    private static final InitialState ZEROS = (table, key, answer) -> answer.present(0, 0);

    @TempDir
    Path folder;

    /** Stages that increment counters, one transaction after the other, and stand still after each slice. */
    private static final class Counters {
        final HistoryChunkPool chunks = new HistoryChunkPool(512, 64);
        final List<HistoryRecorder> recorders = new ArrayList<>();
        final long[] versions = new long[KEYS];
        final Random random = new Random(7);
        final RunHistory history;
        long nowNs;
        long transactions;

        Counters(RunHistory history, InitialState initialState, Path file) {
            this.history = history;
            for (int stage = 0; stage < STAGES; stage++) {
                recorders.add(new HistoryRecorder(stage, stage, 1, chunks, history));
            }
            history.begin(new RunHistory.Recording(
                    OPTIONS, initialState, STAGES, () -> recorders.forEach(each -> each.flush(nowNs)), chunks, file));
        }

        /** Runs until the history is full; the read of one transaction is behind by {@code stale} versions. */
        void slice(int stale) {
            int lost = stale > 0 ? random.nextInt(100) : -1;
            for (int i = 0; !history.gather(); i++) {
                increment(i == lost ? stale : 0);
            }
            history.takeSlice();
            assertFalse(history.gather());
        }

        private void increment(int stale) {
            int stage = random.nextInt(STAGES);
            int key = random.nextInt(KEYS);
            HistoryRecorder recorder = recorders.get(stage);
            recorder.invoked(stage, ++nowNs);
            recorder.begin(stage, 0, ++transactions);
            recorder.read(0, key, versions[key] - stale, versions[key] - stale);
            versions[key]++;
            recorder.write(0, key, versions[key], versions[key]);
            recorder.end(Outcome.COMMITTED, ++nowNs, 1);
        }

        FinalState finalState() {
            return visitor -> {
                visitor.replica(0, 0, true);
                for (int key = 0; key < KEYS; key++) {
                    visitor.row(0, key, versions[key], versions[key]);
                }
            };
        }

        Verdict end() {
            recorders.forEach(HistoryRecorder::close);
            assertNull(history.keep());
            return history.check(finalState());
        }
    }

    private static PluginWatch watch() {
        return new PluginWatch(List.of(), Duration.ofSeconds(10), () -> false);
    }

    @Test
    void shouldHoldNoMoreThanASliceHoweverLongTheRun() {
        WindowedHistory history = new WindowedHistory(watch(), 20_000);
        Counters counters = new Counters(history, ZEROS, null);
        for (int slice = 0; slice < 300; slice++) {
            counters.slice(0);
        }
        // 20,000 words are 40 chunks; each recorder holds one that it fills, and hands it over for another.
        assertTrue(counters.chunks.liveChunks() <= 40 + 2 * STAGES, counters.chunks.liveChunks() + " chunks");
        assertTrue(counters.transactions > 400_000, counters.transactions + " transactions");
        assertTrue(history.largestWindow() < 100, history.largestWindow() + " transactions remembered");
        Verdict verdict = counters.end();
        assertTrue(verdict.passed(), verdict.anomalies().toString());
        assertEquals(counters.transactions, verdict.committed());
        assertEquals(counters.transactions, verdict.accountSum(type -> true));
        assertEquals(0, verdict.forgottenUnknown());
        assertTrue(verdict.strictChecked(), "real time always counts");
    }

    @Test
    void shouldKeepTheWholeHistoryInItsFile() {
        Path file = folder.resolve("history");
        Counters counters = new Counters(new WindowedHistory(watch(), 20_000), ZEROS, file);
        for (int slice = 0; slice < 20; slice++) {
            counters.slice(slice == 11 ? 3 : 0);
        }
        Verdict windowed = counters.end();
        Verdict whole =
                HistoryChecker.check(new HistoryReader(file), OPTIONS.withStrict(true), ZEROS, counters.finalState());
        assertFalse(windowed.passed());
        assertFalse(whole.passed());
        assertEquals(counters.transactions, whole.committed());
        assertEquals(whole.committed(), windowed.committed());
        assertEquals(whole.operationsChecked(), windowed.operationsChecked());
    }

    @Test
    void shouldWriteTheSameBytesForTheSameRun() throws Exception {
        Path[] files = {folder.resolve("one"), folder.resolve("other")};
        for (Path file : files) {
            Counters counters = new Counters(new WindowedHistory(watch(), 20_000), ZEROS, file);
            counters.slice(0);
            counters.slice(0);
            counters.end();
        }
        assertEquals(-1, Files.mismatch(files[0], files[1]));
    }

    @Test
    void shouldSayThatADiskHadNoRoomAndCheckOn() {
        Path nowhere = folder.resolve("no/such/folder/history");
        RunHistory history = new WindowedHistory(watch(), 20_000);
        Counters counters = new Counters(history, ZEROS, nowhere);
        counters.slice(0);
        counters.recorders.forEach(HistoryRecorder::close);
        String unwritten = history.keep();
        assertTrue(unwritten.startsWith("its history could not be kept ("), unwritten);
        assertTrue(history.check(counters.finalState()).passed());
    }

    @Test
    void shouldTellAtTheEndWhatAPluginThrewInASlice() {
        IllegalStateException thrown = new IllegalStateException("a population broke");
        RunHistory history = new WindowedHistory(watch(), 20_000);
        Counters counters = new Counters(
                history,
                (table, key, answer) -> {
                    throw thrown;
                },
                null);
        counters.slice(0);
        counters.slice(0);
        assertSame(thrown, assertThrows(IllegalStateException.class, counters::end));
    }
}
