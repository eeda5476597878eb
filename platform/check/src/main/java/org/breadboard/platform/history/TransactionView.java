// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

/**
 * A flyweight over one record: it copies nothing and is moved from record to record.
 *
 * <p>What it shows is valid until it is moved or the chunk under it is recycled. Not thread-safe.
 */
public final class TransactionView {
    private long[] words = {};
    private int offset;

    /** Creates a view that shows nothing until it is wrapped around a record. */
    public TransactionView() {}

    /**
     * Moves the view to a record, and checks that the record's counts agree with each other and with the room there is.
     *
     * @param words the words that hold the record
     * @param offset index of the record's first word
     * @param limit index after the last valid word
     * @return the index after the record's last word
     * @throws HistoryFormatException if the words are not a record
     */
    public int wrap(long[] words, int offset, int limit) {
        int lengthWords = limit - offset < HistoryCodec.HEADER_WORDS ? 0 : HistoryCodec.lengthWords(words[offset]);
        int expected = lengthWords == 0
                ? -1
                : HistoryCodec.HEADER_WORDS + HistoryCodec.OPERATION_WORDS * HistoryCodec.operations(words[offset]);
        if (lengthWords != expected || lengthWords > limit - offset) {
            throw new HistoryFormatException(
                    "The history holds a record at word " + offset + " of a chunk whose length of " + lengthWords
                            + " words does not fit its operations or its chunk.");
        }
        this.words = words;
        this.offset = offset;
        return offset + lengthWords;
    }

    /** How the attempt ended. */
    public Outcome outcome() {
        return Outcome.ofCode(HistoryCodec.outcomeCode(words[offset]));
    }

    /** The workload's number for this type of transaction. */
    public int type() {
        return HistoryCodec.type(words[offset]);
    }

    /** The client, or context, that ran the attempt. */
    public int client() {
        return HistoryCodec.client(words[offset]);
    }

    /** The id of the attempt. */
    public long transactionId() {
        return words[offset + 1];
    }

    /** When the attempt began, in ns. */
    public long invocationNs() {
        return words[offset + 2];
    }

    /** When its client knew the outcome, in ns, or {@link HistoryCodec#NEVER}. */
    public long completionNs() {
        return words[offset + 3];
    }

    /** The signed sum that the workload's invariant uses. */
    public long account() {
        return words[offset + 4];
    }

    /** How many operations the record holds. */
    public int operations() {
        return HistoryCodec.operations(words[offset]);
    }

    /** The kind of operation i. */
    public int kind(int i) {
        return HistoryCodec.kind(words[at(i)]);
    }

    /** The flags of operation i. */
    public int flags(int i) {
        return HistoryCodec.flags(words[at(i)]);
    }

    /** Whether operation i observed, or left, no value. */
    public boolean absent(int i) {
        return (flags(i) & HistoryCodec.ABSENT) != 0;
    }

    /** The table of operation i. */
    public int table(int i) {
        return HistoryCodec.table(words[at(i)]);
    }

    /** How many rows follow the predicate read i. */
    public int rows(int i) {
        return HistoryCodec.rows(words[at(i)]);
    }

    /** The key of operation i; of a predicate read, the lowest key. */
    public long key(int i) {
        return words[at(i) + 1];
    }

    /** The version of operation i; of a predicate read, the highest key. */
    public long version(int i) {
        return words[at(i) + 2];
    }

    /** The value hash of operation i. */
    public long hash(int i) {
        return words[at(i) + 3];
    }

    private int at(int i) {
        return offset + HistoryCodec.HEADER_WORDS + HistoryCodec.OPERATION_WORDS * i;
    }
}
