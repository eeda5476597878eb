// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Felix's working folder, for this process alone and thrown away at its end: Felix's own lock does not keep two
 * processes out of one folder. Readable for its owner only.
 */
final class BundleCache implements AutoCloseable {
    private final Path folder;

    /** Less room than this, and Felix would soon fail too. */
    private static final int PROBE_BYTES = 1 << 16;

    BundleCache() throws IOException {
        folder = Files.createTempDirectory("breadboard-");
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
        if (!Files.exists(folder)) {
            return;
        }
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
