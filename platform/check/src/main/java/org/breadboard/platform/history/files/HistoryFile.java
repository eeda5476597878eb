// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The layout of a history file; everything is little-endian.
 *
 * <pre>
 *   file    magic "BBHISTRY" (8 bytes), format version (4), reserved, 0 (4)
 *   chunk   words of records (4), writer (4), sequence (8), watermark in ns (8), CRC32C over these 24 bytes and the words (4),
 *           reserved, 0 (4); then the words
 *   end     a chunk header with -1 words, writer -1, and as its sequence the number of chunks in the file
 * </pre>
 */
final class HistoryFile {
    static final long MAGIC = 0x59525453_49484242L;
    static final int FORMAT_VERSION = 1;
    static final int FILE_HEADER_BYTES = 16;
    static final int CHUNK_HEADER_BYTES = 32;
    static final int CHECKED_HEADER_BYTES = 24;
    static final int END = -1;
    /** Far above any chunk that a recorder makes; a greater length is damage. */
    static final int MAX_CHUNK_WORDS = 1 << 24;

    private HistoryFile() {}

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The checksum of a chunk that lies in the buffer from its start, header and words. */
    static int checksum(ByteBuffer chunk, int payloadBytes) {
        CRC32C crc = new CRC32C();
        crc.update(chunk.duplicate().position(0).limit(CHECKED_HEADER_BYTES));
        crc.update(chunk.duplicate().limit(CHUNK_HEADER_BYTES + payloadBytes).position(CHUNK_HEADER_BYTES));
        return (int) crc.getValue();
    }
}
