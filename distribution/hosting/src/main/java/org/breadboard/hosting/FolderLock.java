// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.breadboard.api.RefusedException;

/**
 * Lets one at a time change a folder of plug-ins, of all threads and processes: the file {@code .lock} in it is locked,
 * and stays, since who waits for it has it open. Where a folder cannot be written to or its file system locks nothing,
 * only threads of this process wait for each other. Any thread; who has it may take it again.
 */
final class FolderLock {
    private static final String NAME = ".lock";

    private final Path folder;
    private final Duration patience;
    private final ReentrantLock ours = new ReentrantLock();

    /** What holds the other processes off; null without. Guarded by {@link #ours}. */
    private FileChannel file;

    /** For a folder, which need not exist; nobody waits longer than {@code patience}. */
    FolderLock(Path folder, Duration patience) {
        this.folder = folder;
        this.patience = patience;
    }

    /** What gives it back. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits until nobody else changes the folder.
     *
     * @throws RefusedException if that takes too long, with a sentence that says to wait
     */
    Held take() throws IOException {
        Files.createDirectories(folder);
        try {
            if (!ours.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw hurried();
        }
        return held(() -> holdOff(true, patience));
    }

    /** As {@link #take}, for who only follows what others have done: after too long it goes on without. */
    Held follow() throws InterruptedException {
        ours.lockInterruptibly();
        return held(() -> {
            try {
                holdOff(false, patience);
            } catch (RefusedException busy) {
                // What they do is followed once more when they have done it.
            }
        });
    }

    /** Takes it if nobody has it. */
    Optional<Held> tryToTake() {
        if (!ours.tryLock()) {
            return Optional.empty();
        }
        try {
            return Optional.of(held(() -> holdOff(false, Duration.ZERO)));
        } catch (RefusedException busy) {
            return Optional.empty();
        }
    }

    private Held held(Runnable others) {
        boolean held = false;
        try {
            if (ours.getHoldCount() == 1) {
                others.run();
            }
            held = true;
        } finally {
            if (!held) {
                ours.unlock();
            }
        }
        return this::giveBack;
    }

    private void giveBack() {
        if (ours.getHoldCount() == 1) {
            close(file);
            file = null;
        }
        ours.unlock();
    }

    /** Other processes; the first change of a folder makes the file. */
    private void holdOff(boolean change, Duration wait) {
        FileChannel channel = open(change);
        if (channel == null) {
            return;
        }
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
            if (!locked && !wait.isZero()) {
                await(channel, wait);
                locked = true;
            }
        } catch (OverlappingFileLockException another) {
            throw busy();
        } catch (FileLockInterruptionException | ClosedByInterruptException hurried) {
            Thread.currentThread().interrupt();
            throw hurried();
        } catch (AsynchronousCloseException late) {
            throw busy();
        } catch (IOException noLocks) {
            return;
        } finally {
            if (locked) {
                file = channel;
            } else {
                close(channel);
            }
        }
        if (!locked) {
            throw busy();
        }
    }

    private static void await(FileChannel channel, Duration wait) throws IOException {
        CompletableFuture<Boolean> locked =
                new CompletableFuture<Boolean>().completeOnTimeout(false, wait.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> late = locked.thenAccept(inTime -> {
            if (!inTime) {
                close(channel);
            }
        });
        try {
            channel.lock();
        } finally {
            locked.complete(true);
        }
        late.join();
        if (!locked.join()) {
            throw new AsynchronousCloseException();
        }
    }

    /** Null where there is no folder, or it takes no such file. */
    private FileChannel open(boolean change) {
        Path path = folder.resolve(NAME);
        try {
            if (change && !Files.exists(path)) {
                make(path);
            }
            return FileChannel.open(path, StandardOpenOption.WRITE);
        } catch (IOException readOnly) {
            return null;
        }
    }

    private static void make(Path path) throws IOException {
        try {
            Files.createFile(path);
            // Whoever may change the folder may lock it.
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
        } catch (FileAlreadyExistsException usual) {
            // Another process was as fast.
        } catch (UnsupportedOperationException elsewhere) {
            // A file system without permissions.
        }
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException gone) {
                // It holds nobody off any more.
            }
        }
    }

    private RefusedException busy() {
        return new RefusedException("The plug-ins in " + folder
                + " are just being changed by another process or job; wait until that is done, and try again.");
    }

    /** Why somebody who did not wait gets nothing. */
    static RefusedException hurried() {
        return new RefusedException("The plug-ins stay as they were, since you pressed Ctrl-C.");
    }
}
