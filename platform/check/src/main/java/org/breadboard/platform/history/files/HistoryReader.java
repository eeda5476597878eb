// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistoryFormatException;
import org.breadboard.platform.history.HistorySource;

/**
 * Reads a history file. It keeps one chunk in memory at a time, so a history may be far larger than the heap.
 *
 * <p>Every chunk's checksum is verified before it is shown. A file that is damaged or cut short is refused with one
 * sentence that says where.
 */
public final class HistoryReader implements HistorySource {
    private final Path file;

    /**
     * Creates a reader; the file is opened by each pass over it.
     *
     * @param file a file that a {@link HistoryFileWriter} wrote and closed
     */
    public HistoryReader(Path file) {
        this.file = file;
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    @Override
    public void forEachChunk(Consumer<HistoryChunk> visitor) {
        try (FileChannel channel = FileChannel.open(file)) {
            readFileHeader(channel);
            Frame frame = new Frame();
            long chunks = 0;
            while (frame.read(channel, chunks)) {
                visitor.accept(frame.chunk);
                chunks++;
            }
            if (channel.position() != channel.size()) {
                throw damaged("has " + (channel.size() - channel.position()) + " bytes after its end mark");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The history " + file + " could not be read: " + e.getMessage() + ".", e);
        }
    }

    private void readFileHeader(FileChannel channel) throws IOException {
        ByteBuffer header = HistoryFile.buffer(HistoryFile.FILE_HEADER_BYTES);
        if (!fill(channel, header) || header.getLong(0) != HistoryFile.MAGIC) {
            throw damaged("is not a Breadboard history");
        }
        int version = header.getInt(Long.BYTES);
        if (version != HistoryFile.FORMAT_VERSION) {
            throw damaged(
                    "has format version " + version + ", and this build reads version " + HistoryFile.FORMAT_VERSION);
        }
    }

    private HistoryFormatException damaged(String how) {
        return new HistoryFormatException("The history " + file + " " + how + ".");
    }

    /** Reads until the buffer is full; false if the file ends first. */
    private static boolean fill(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                return false;
            }
        }
        return true;
    }

    private final class Frame {
        final HistoryChunk chunk = new HistoryChunk(0);
        private ByteBuffer bytes = HistoryFile.buffer(1 << 16);

        /** Reads the next chunk; false at the end mark. */
        boolean read(FileChannel channel, long chunksBefore) throws IOException {
            long offset = channel.position();
            if (!fill(channel, bytes.clear().limit(HistoryFile.CHUNK_HEADER_BYTES))) {
                throw damaged("is cut short at byte " + channel.size() + ", after " + chunksBefore + " whole chunks");
            }
            int lengthWords = bytes.getInt(0);
            if (lengthWords < HistoryFile.END || lengthWords > HistoryFile.MAX_CHUNK_WORDS) {
                throw damaged(
                        "is corrupt: the chunk at byte " + offset + " claims a length of " + lengthWords + " words");
            }
            int payloadBytes = Math.max(lengthWords, 0) * Long.BYTES;
            grow(HistoryFile.CHUNK_HEADER_BYTES + payloadBytes);
            if (!fill(channel, bytes.limit(HistoryFile.CHUNK_HEADER_BYTES + payloadBytes))) {
                throw damaged("is cut short at byte " + channel.size() + ", inside the chunk at byte " + offset);
            }
            if (bytes.getInt(HistoryFile.CHECKED_HEADER_BYTES) != HistoryFile.checksum(bytes, payloadBytes)) {
                throw damaged("is corrupt: the checksum of the chunk at byte " + offset + " does not fit its contents");
            }
            if (lengthWords == HistoryFile.END) {
                return !ended(chunksBefore);
            }
            chunk.label(lengthWords, bytes.getInt(4), bytes.getLong(8), bytes.getLong(16));
            chunk.reserve(lengthWords);
            bytes.position(HistoryFile.CHUNK_HEADER_BYTES);
            bytes.asLongBuffer().get(chunk.words(), 0, lengthWords);
            return true;
        }

        private boolean ended(long chunksBefore) {
            if (bytes.getLong(8) != chunksBefore) {
                throw damaged(
                        "is corrupt: it holds " + chunksBefore + " chunks and its end mark counts " + bytes.getLong(8));
            }
            return true;
        }

        private void grow(int capacity) {
            if (bytes.capacity() < capacity) {
                ByteBuffer larger = HistoryFile.buffer(capacity);
                larger.put(bytes.flip());
                bytes = larger;
            }
        }
    }
}
