// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;

/**
 * Writes a history to a file, chunk by chunk as they come: the same chunks in the same order give the same bytes.
 *
 * <p>It writes on the caller's thread, which is no stage's. A file that was not closed has no end mark, and is refused
 * by {@link HistoryReader}. One thread.
 */
public final class HistoryFileWriter implements Consumer<HistoryChunk>, Closeable {
    private final Path file;
    private final FileChannel channel;
    private ByteBuffer buffer = HistoryFile.buffer(1 << 16);
    private long chunks;

    /**
     * Creates or replaces the file.
     *
     * @param file where to write
     * @throws IOException if the file cannot be created
     */
    public HistoryFileWriter(Path file) throws IOException {
        this.file = file;
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        buffer.putLong(HistoryFile.MAGIC).putInt(HistoryFile.FORMAT_VERSION).putInt(0);
        write(buffer.flip());
    }

    /**
     * Writes a chunk, which stays the caller's; an empty one is left out.
     *
     * @throws UncheckedIOException if the disk refuses, with the path and the reason
     */
    @Override
    public void accept(HistoryChunk chunk) {
        if (chunk.lengthWords() == 0) {
            return;
        }
        frame(chunk.lengthWords(), chunk.writer(), chunk.sequence(), chunk.watermarkNs(), chunk.words());
        chunks++;
    }

    /** Writes the end mark and closes the file. */
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            frame(HistoryFile.END, HistoryFile.END, chunks, 0, new long[0]);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void frame(int lengthWords, int writer, long sequence, long watermarkNs, long[] words) {
        int payloadBytes = Math.max(lengthWords, 0) * Long.BYTES;
        int bytes = HistoryFile.CHUNK_HEADER_BYTES + payloadBytes;
        if (buffer.capacity() < bytes) {
            buffer = HistoryFile.buffer(bytes);
        }
        buffer.clear().limit(bytes);
        buffer.putInt(lengthWords).putInt(writer).putLong(sequence).putLong(watermarkNs);
        buffer.position(HistoryFile.CHUNK_HEADER_BYTES);
        buffer.asLongBuffer().put(words, 0, Math.max(lengthWords, 0));
        buffer.putInt(HistoryFile.CHECKED_HEADER_BYTES, HistoryFile.checksum(buffer, payloadBytes));
        buffer.putInt(HistoryFile.CHECKED_HEADER_BYTES + Integer.BYTES, 0);
        write(buffer.position(0));
    }

    private void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(new FileSystemException(file.toString(), null, e.getMessage()));
        }
    }
}
