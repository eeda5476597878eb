// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tracing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.UnusableFolderException;

/**
 * A file that a user has named, or standard output. A regular file is written aside and then replaced; a device or a
 * pipe is written as it is.
 *
 * @param path where; {@link TraceRequest#STANDARD_OUTPUT} is the console's
 * @param what is written, as in "The trace cannot be written"
 */
record OutputFile(Path path, String what) {
    private static final int BUFFER_BYTES = 1 << 16;
    /** As many links as lead from one to the next on most systems. */
    private static final int MOST_LINKS = 40;

    /** Writes all of it, and closes the stream. */
    @FunctionalInterface
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    private boolean isStandardOutput() {
        return path.equals(TraceRequest.STANDARD_OUTPUT);
    }

    /** Where it is, as the end of a sentence. */
    String place() {
        return isStandardOutput() ? "on standard output" : "in " + path;
    }

    /** Whether two words for files are words for one, as a link and what it leads to are. */
    static boolean isOne(Path one, Path other) throws IOException {
        if (one.equals(other)) {
            return true;
        }
        if (one.equals(TraceRequest.STANDARD_OUTPUT) || other.equals(TraceRequest.STANDARD_OUTPUT)) {
            return false;
        }
        Path first = target(one);
        Path second = target(other);
        return Files.exists(first) && Files.exists(second)
                ? Files.isSameFile(first, second)
                : real(first).equals(real(second));
    }

    /** Of a link what it leads to, though that is not there. */
    private static Path target(Path path) throws IOException {
        Path at = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(at) && links < MOST_LINKS; links++) {
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return at;
    }

    /** In the folder that it really lies in, if there is one. */
    private static Path real(Path file) throws IOException {
        Path folder = file.getParent();
        return folder == null || !Files.isDirectory(folder)
                ? file.normalize()
                : folder.toRealPath().resolve(file.getFileName());
    }

    /**
     * Sees that there is a place for the file, before anything runs.
     *
     * @throws RefusedException if there is none
     */
    void check() {
        Path folder;
        try {
            folder = target(path).getParent();
        } catch (IOException unreadable) {
            folder = null;
        }
        boolean inPlace =
                Files.exists(path) && !Files.isDirectory(path) && !Files.isRegularFile(path) && Files.isWritable(path);
        if (isStandardOutput() || inPlace) {
            return; // the folder of a device or a pipe does not matter
        }
        if (Files.isDirectory(path) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new RefusedException(what + " cannot be written to '" + path + "': "
                    + (Files.isDirectory(path)
                            ? "that is a folder."
                            : "there is no folder for it that can be written."));
        }
    }

    /**
     * Writes it.
     *
     * @throws UnusableFolderException if it could not be written to its end; then a regular file is as it was
     */
    void write(Console console, Content content) throws UnusableFolderException {
        Path aside = null;
        try {
            if (isStandardOutput()) {
                content.write(new BufferedOutputStream(Screen.verbatim(console.out()), BUFFER_BYTES) {
                    @Override
                    public void close() throws IOException {
                        flush();
                    }
                });
                return;
            }
            // Of a link what it leads to is replaced.
            Path target = target(path);
            boolean inPlace = Files.exists(target) && !Files.isRegularFile(target);
            aside = inPlace ? null : target.resolveSibling("." + target.getFileName() + ".unfinished");
            try (OutputStream out = Files.newOutputStream(inPlace ? target : aside)) {
                if (!inPlace) {
                    keepMode(target, aside);
                }
                content.write(new BufferedOutputStream(out, BUFFER_BYTES));
            }
            if (!inPlace) {
                Files.move(aside, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            try {
                if (aside != null) {
                    Files.deleteIfExists(aside);
                }
            } catch (IOException stays) {
                failed.addSuppressed(stays);
            }
            throw new UnusableFolderException(
                    what + " could not be written to '" + path + "': " + FileTrouble.reason(failed) + ".", failed);
        }
    }

    /** Who could read the file before can read it now, and nobody else. */
    private static void keepMode(Path before, Path now) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(before, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null && Files.exists(before)) {
            Files.setPosixFilePermissions(now, view.readAttributes().permissions());
        }
    }
}
