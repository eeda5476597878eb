// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreJournalTest {
    private static final Layout LAYOUT = new Layout("test", 1);
    private static final int WORDS = 40;

    private static long[] words(Region region) {
        long[] words = new long[WORDS];
        for (int word = 0; word < WORDS; word++) {
            words[word] = region.getLong(8L * word);
        }
        return words;
    }

    private static void store(Region region, Random random) {
        long at = 8L * random.nextInt(WORDS);
        switch (random.nextInt(5)) {
            case 0 -> region.putLong(at, random.nextLong());
            case 1 -> region.putLongRelease(at, random.nextLong());
            case 2 -> region.compareAndSetLong(at, random.nextBoolean() ? region.getLong(at) : 1, random.nextLong());
            case 3 -> region.getAndAddLong(at, random.nextInt());
            default -> {
                byte[] bytes = new byte[1 + random.nextInt(60)];
                random.nextBytes(bytes);
                region.write(random.nextInt(WORDS * 8 - bytes.length), bytes, 0, bytes.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldTakeBackTheLastWordsOfAStep(long seed) {
        Random random = new Random(seed);
        for (int turn = 0; turn < 50; turn++) {
            long stepSeed = random.nextLong();
            long[] last = null;
            int words = after(stepSeed, 0).count;
            for (int lost = 0; lost <= words; lost++) {
                After after = after(stepSeed, lost);
                assertTrue(last == null || apart(last, after.words) <= 1, "seed " + seed + ", " + lost + " lost");
                last = after.words;
            }
            assertEquals(0, apart(after(stepSeed, words).before, last), "seed " + seed);
        }
    }

    private record After(long[] before, long[] words, int count) {}

    /** A region after some stores, and a step of which the last words are lost. */
    private static After after(long seed, int lost) {
        Random random = new Random(seed);
        StoreJournal journal = new StoreJournal();
        Region region = new NodeMemory(0).noting(journal).region("r", WORDS * 8, Lifetime.SURVIVES_CRASH, LAYOUT);
        for (int i = 0; i < 20; i++) {
            store(region, random);
        }
        long[] before = words(region);
        journal.begin();
        for (int i = random.nextInt(10); i >= 0; i--) {
            store(region, random);
        }
        int count = journal.end();
        journal.undo(lost);
        return new After(before, words(region), count);
    }

    private static int apart(long[] one, long[] other) {
        int apart = 0;
        for (int word = 0; word < WORDS; word++) {
            apart += one[word] == other[word] ? 0 : 1;
        }
        return apart;
    }

    @Test
    void shouldTearAWriteAtAWord() {
        StoreJournal journal = new StoreJournal();
        Region region = new NodeMemory(0).noting(journal).region("r", 64, Lifetime.SURVIVES_CRASH, LAYOUT);
        byte[] ones = new byte[20];
        Arrays.fill(ones, (byte) 1);
        journal.begin();
        region.write(4, ones, 0, ones.length);
        assertEquals(3, journal.end());
        journal.undo(1);
        assertEquals(0x01010101_00000000L, region.getLong(0));
        assertEquals(0x01010101_01010101L, region.getLong(8));
        assertEquals(0, region.getLong(16));
    }

    @Test
    void shouldNoteOnlyWhatSurvives() {
        StoreJournal journal = new StoreJournal();
        NodeMemory memory = new NodeMemory(0).noting(journal);
        Region gone = memory.region("gone", 64, Lifetime.PROCESS, LAYOUT);
        Region stays = memory.region("stays", 64, Lifetime.SURVIVES_CRASH, LAYOUT);
        assertSame(memory.find("gone"), gone);
        assertTrue(memory.owns(gone) && memory.owns(stays));
        stays.putLong(0, 1);
        journal.begin();
        gone.putLong(0, 1);
        assertEquals(0, journal.end());
        assertEquals(1, memory.survivors().keeps("stays").getLong(0));
    }
}
