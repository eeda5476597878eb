// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    private Path folder;

    /** Another process: has a folder's lock until it may read a byte. */
    static final class Holder {
        private Holder() {}

        /** Of the folder that is named. */
        public static void main(String[] words) throws IOException {
            try (FileChannel file = FileChannel.open(
                            Path.of(words[0]).resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                System.out.write('!');
                System.out.flush();
                System.in.read();
            }
        }
    }

    private Process holder() throws IOException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertEquals('!', holder.getInputStream().read());
        return holder;
    }

    private static void letGo(Process holder) throws Exception {
        holder.getOutputStream().write('.');
        holder.getOutputStream().close();
        assertTrue(holder.waitFor(LONG.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void shouldSayToWaitWhileAnotherProcessChangesTheFolderAndFollowWithout() throws Exception {
        Process holder = holder();
        FolderLock lock = new FolderLock(folder, SHORT);
        RefusedException refused = assertThrows(RefusedException.class, lock::take);
        assertEquals(
                "The plug-ins in " + folder + " are just being changed by another process or job; wait until that is"
                        + " done, and try again.",
                refused.getMessage());
        assertTrue(lock.tryToTake().isEmpty());
        lock.follow().close();
        letGo(holder);
        lock.take().close();
    }

    @Test
    void shouldWaitForAnotherProcess() throws Exception {
        Process holder = holder();
        FolderLock lock = new FolderLock(folder, LONG);
        CompletableFuture<Boolean> taken = CompletableFuture.supplyAsync(() -> takeAndGiveBack(lock));
        Thread.sleep(SHORT.toMillis());
        assertFalse(taken.isDone());
        letGo(holder);
        assertTrue(taken.get(LONG.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void shouldWaitForAnotherThreadButNotForItself() throws Exception {
        FolderLock lock = new FolderLock(folder, SHORT);
        try (FolderLock.Held held = lock.take();
                FolderLock.Held again = lock.take()) {
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> takeAndGiveBack(lock));
            assertFalse(other.get(LONG.toSeconds(), TimeUnit.SECONDS));
        }
        assertTrue(takeAndGiveBack(lock));
    }

    @Test
    void shouldLeaveAFolderAloneThatIsOnlyLookedAt() throws Exception {
        FolderLock lock = new FolderLock(folder, SHORT);
        lock.follow().close();
        lock.tryToTake().orElseThrow().close();
        assertFalse(Files.exists(folder.resolve(".lock")));
        Path none = folder.resolve("none");
        new FolderLock(none, SHORT).tryToTake().orElseThrow().close();
        assertFalse(Files.exists(none));
    }

    private static boolean takeAndGiveBack(FolderLock lock) {
        try {
            lock.take().close();
            return true;
        } catch (RefusedException | IOException busy) {
            return false;
        }
    }
}
