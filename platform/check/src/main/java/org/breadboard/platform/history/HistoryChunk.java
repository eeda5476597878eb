// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.Arrays;

/**
 * A run of whole records from one writer, handed from owner to owner.
 *
 * <p>It has one owner at any time; only that one may touch it. The contents are the first {@link #lengthWords} of
 * {@link #words}.
 */
public final class HistoryChunk {
    private long[] words;
    private int lengthWords;
    private int writer;
    private long sequence;
    private long watermarkNs;

    /** An empty chunk with room for so many words. */
    public HistoryChunk(int words) {
        this.words = new long[words];
    }

    /**
     * Makes room for at least so many words, and keeps those that there are; {@link #words} may be another array then.
     */
    public void reserve(int roomWords) {
        if (roomWords > words.length) {
            words = Arrays.copyOf(words, Math.max(2 * words.length, roomWords));
        }
    }

    /** Sets what the accessors of these names say, before the chunk is handed on. */
    public void label(int lengthWords, int writer, long sequence, long watermarkNs) {
        this.lengthWords = lengthWords;
        this.writer = writer;
        this.sequence = sequence;
        this.watermarkNs = watermarkNs;
    }

    /** Sets the {@link #watermarkNs} of a chunk that nobody was given yet. */
    public void moveWatermark(long watermarkNs) {
        this.watermarkNs = watermarkNs;
    }

    /** The words; only the first {@link #lengthWords} of them count. */
    public long[] words() {
        return words;
    }

    /** How many words are filled. */
    public int lengthWords() {
        return lengthWords;
    }

    /** The recorder that wrote this. */
    public int writer() {
        return writer;
    }

    /** The place of this chunk among those of its writer, from 0. */
    public long sequence() {
        return sequence;
    }

    /** A promise: no later chunk of this writer holds a transaction that was invoked before this instant, in ns. */
    public long watermarkNs() {
        return watermarkNs;
    }
}
