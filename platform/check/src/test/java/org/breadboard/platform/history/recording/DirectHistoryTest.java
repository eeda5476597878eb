// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.Outcome;
import org.junit.jupiter.api.Test;

final class DirectHistoryTest {
    private static final int SLAB_WORDS = 100;

    private record Shown(long[] words, int writer, long sequence, long watermarkNs) {
        Shown(HistoryChunk chunk) {
            this(
                    Arrays.copyOf(chunk.words(), chunk.lengthWords()),
                    chunk.writer(),
                    chunk.sequence(),
                    chunk.watermarkNs());
        }
    }

    @Test
    void shouldShowWhatChunksHeldWhenTheyWereOffered() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            List<HistoryChunk> free = new ArrayList<>();
            DirectHistory history = new DirectHistory(free::add, SLAB_WORDS);
            List<Shown> expected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                // Many fit into a slab, some need one of their own, and some are empty.
                HistoryChunk chunk = free.isEmpty() ? new HistoryChunk(8) : free.remove(free.size() - 1);
                int length = Math.max(0, random.nextInt(2 * SLAB_WORDS) - SLAB_WORDS / 4);
                chunk.reserve(length);
                Arrays.setAll(chunk.words(), at -> random.nextLong());
                chunk.label(length, random.nextInt(3), i, random.nextLong());
                if (length > 0) {
                    expected.add(new Shown(chunk));
                }
                assertTrue(history.offer(chunk));
            }
            assertEquals(1, free.size());
            for (int pass = 0; pass < 2; pass++) {
                List<Shown> shown = new ArrayList<>();
                history.forEachChunk(chunk -> shown.add(new Shown(chunk)));
                assertEquals(expected.size(), shown.size(), "seed " + seed);
                for (int i = 0; i < shown.size(); i++) {
                    assertSame(expected.get(i), shown.get(i), "seed " + seed + ", chunk " + i);
                }
            }
            assertEquals(expected.stream().mapToLong(each -> each.words.length).sum(), history.lengthWords());
        }
    }

    private static void assertSame(Shown expected, Shown shown, String where) {
        assertArrayEquals(expected.words, shown.words, where);
        assertEquals(expected.writer, shown.writer, where);
        assertEquals(expected.sequence, shown.sequence, where);
        assertEquals(expected.watermarkNs, shown.watermarkNs, where);
    }

    @Test
    void shouldLetAStageGoOnWithTheSameChunksHoweverLongItRecords() {
        HistoryChunkPool pool = new HistoryChunkPool(64, 8);
        DirectHistory history = new DirectHistory(pool::recycle);
        HistoryRecorder recorder = new HistoryRecorder(0, 0, 1, pool, history);
        for (int i = 0; i < 200_000; i++) {
            recorder.invoked(0, i);
            recorder.begin(0, 0, i);
            recorder.write(0, 1, i, 3);
            recorder.end(Outcome.COMMITTED, i, 0);
        }
        recorder.close();
        assertTrue(pool.liveChunks() < 4, pool.liveChunks() + " chunks");
        long[] next = {0};
        history.forEach(record -> assertEquals(next[0]++, record.transactionId()));
        assertEquals(200_000, next[0]);
    }
}
