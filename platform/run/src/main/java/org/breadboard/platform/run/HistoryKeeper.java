// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.files.HistoryFileWriter;

/**
 * Writes the history of a run to a file. A disk that has no room for it ends the file and not the run: what was
 * measured stays of use. One thread.
 */
final class HistoryKeeper {
    private final Path file;
    private HistoryFileWriter writer;
    private String unwritten;

    /** Creates the file, unless {@code file} is null: then nothing is kept. */
    HistoryKeeper(Path file) {
        this.file = file;
        if (file != null) {
            try {
                writer = new HistoryFileWriter(file);
            } catch (IOException | UncheckedIOException failed) {
                giveUp(failed);
            }
        }
    }

    /** Writes a chunk, which stays the caller's. */
    void keep(HistoryChunk chunk) {
        if (unwritten == null && writer != null) {
            try {
                writer.accept(chunk);
            } catch (UncheckedIOException failed) {
                giveUp(failed);
            }
        }
    }

    /** Completes the file; null, or one sentence that says why there is none. */
    String close() {
        if (unwritten == null && writer != null) {
            try {
                writer.close();
            } catch (IOException | UncheckedIOException failed) {
                giveUp(failed);
            }
        }
        return unwritten;
    }

    /** A history that broke off is worth nothing, and the rest of the result may need its room. */
    private void giveUp(Exception failed) {
        unwritten = "its history could not be kept (" + FileTrouble.reason(failed)
                + "), so that verify cannot check it again; free some space, or keep results elsewhere with"
                + " 'breadboard --results DIR'.";
        try {
            if (writer != null) {
                writer.close();
            }
        } catch (IOException | UncheckedIOException again) {
            failed.addSuppressed(again);
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            unwritten += " What there is of it could not be removed: " + FileTrouble.describe(left) + ".";
        }
    }
}
