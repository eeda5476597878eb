// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** A ring of letters to one machine, which all others write to. What it has no room for is lost. */
final class Mailbox {
    private static final Letter[] LETTERS = Letter.values();
    private static final int LETTER_BYTES = 24;
    private static final int RING_BYTES = 1 << 14;

    private final ManyToOneRingBuffer ring = new ManyToOneRingBuffer(
            new UnsafeBuffer(ByteBuffer.allocateDirect(RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));

    /** Takes letters out. */
    @FunctionalInterface
    interface Reader {
        void receive(Letter letter, int from, int epoch, long number, long sinceNs);
    }

    /** Puts a letter in. Any thread. */
    void put(Letter letter, int from, int epoch, long number, long sinceNs) {
        int at = ring.tryClaim(letter.ordinal() + 1, LETTER_BYTES);
        if (at > 0) {
            MutableDirectBuffer to = ring.buffer();
            to.putInt(at, from);
            to.putInt(at + Integer.BYTES, epoch);
            to.putLong(at + 2 * Integer.BYTES, number);
            to.putLong(at + 2 * Integer.BYTES + Long.BYTES, sinceNs);
            ring.commit(at);
        }
    }

    /** Takes out what is there. The machine's thread. */
    void drain(Reader reader) {
        ring.read((type, from, at, length) -> reader.receive(
                LETTERS[type - 1],
                from.getInt(at),
                from.getInt(at + Integer.BYTES),
                from.getLong(at + 2 * Integer.BYTES),
                from.getLong(at + 2 * Integer.BYTES + Long.BYTES)));
    }
}
