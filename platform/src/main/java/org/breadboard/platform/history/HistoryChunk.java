package org.breadboard.platform.history;

/**
 * A run of whole records from one writer, handed from owner to owner.
 *
 * <p>It has one owner at any time; only that one may touch it. The contents are the first {@link #lengthWords} of {@link #words}.
 */
public final class HistoryChunk {
    long[] words;
    int lengthWords;
    int writer;
    long sequence;
    long watermarkNs;

    HistoryChunk(int words) {
        this.words = new long[words];
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
