// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettledFolderTest {
    private static final long LONG_MS = 3_600_000;

    @TempDir
    private Path folder;

    @Test
    void shouldWaitForAJarThatCameJustNow() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "a");
        // As cp -p has it.
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        long nowMs = System.currentTimeMillis();
        long leftMs = new SettledFolder(folder, nowMs - LONG_MS).leftMs(nowMs);
        assertTrue(leftMs > 0 && leftMs <= 1500, leftMs + " ms");
    }

    @Test
    void shouldNotWaitForWhatCameLongAgoOrBeforeItBegan() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "a");
        long nowMs = System.currentTimeMillis();
        assertTrue(new SettledFolder(folder, nowMs - LONG_MS).leftMs(nowMs + LONG_MS) <= 0);
        assertEquals(0, new SettledFolder(folder, nowMs + LONG_MS).leftMs(nowMs));
    }

    @Test
    void shouldWaitForNothingWhereThereIsNoFolder() {
        long nowMs = System.currentTimeMillis();
        assertEquals(0, new SettledFolder(folder.resolve("none"), 0).leftMs(nowMs));
    }
}
