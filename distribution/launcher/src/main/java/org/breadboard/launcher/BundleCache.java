// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Felix's working folder, for this process alone and thrown away at its end: Felix's own lock does not keep two
 * processes out of one folder. Readable for its owner only, and removed by a later process where this one is killed.
 */
final class BundleCache implements AutoCloseable {
    private static final String PREFIX = "breadboard-";
    private static final String LOCK = ".lock";
    /** A folder is locked much sooner than this after it was made. */
    private static final long LOCKED_BY_NOW_MS = 60_000;

    private final Path folder;
    private final FileChannel lock;

    /** Less room than this, and Felix would soon fail too. */
    private static final int PROBE_BYTES = 1 << 16;

    BundleCache() throws IOException {
        // Before it has a folder itself: who closes a file gives up all locks on it.
        sweep(Path.of(System.getProperty("java.io.tmpdir")));
        folder = Files.createTempDirectory(PREFIX);
        lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock.tryLock();
    }

    /** Removes the folders of processes that were killed; those of others are locked. */
    private static void sweep(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : folders) {
                Path file = each.resolve(LOCK);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isLeft(file)) {
                    delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // What is left there does not keep this process from its work.
        }
    }

    private static boolean isLeft(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            long ageMs =
                    System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
            return ageMs > LOCKED_BY_NOW_MS && channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException taken) {
            return false;
        }
    }

    /** One sentence, if the folder for temporary files is what stands in the way; otherwise nothing. */
    static Optional<String> trouble() {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        Path probe = null;
        try {
            probe = Files.createTempFile(parent, "breadboard-", ".probe");
            Files.write(probe, new byte[PROBE_BYTES]);
            return Optional.empty();
        } catch (IOException refused) {
            boolean system = refused instanceof FileSystemException;
            String reason = system ? ((FileSystemException) refused).getReason() : refused.getMessage();
            String why = Files.isDirectory(parent)
                    ? reason == null ? "permission denied" : reason
                    : "there is no such folder";
            return Optional.of("The folder for temporary files, " + parent + ", cannot be used (" + why
                    + "); make room or make it writable, or choose another one with"
                    + " BREADBOARD_OPTS=-Djava.io.tmpdir=DIR.");
        } finally {
            if (probe != null) {
                probe.toFile().delete();
            }
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        if (Files.exists(folder)) {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException unreadable) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
