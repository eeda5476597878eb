// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

/**
 * What a log record or a request says of one record in a word: table, partition, how long its value is, and what is
 * done.
 */
public final class WriteWord {
    private static final int PARTITION_SHIFT = 16;
    private static final int BYTES_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final int MOST_BYTES = (1 << 28) - 1;

    /** The write before the last of a transaction under its header: the header's version stays. */
    private static final long MORE = 1L << 60;

    private static final long DELETES = 1L << 61;

    private WriteWord() {}

    /** Of a record of a table's partition, whose value is so long, and of which nothing more is said. */
    public static long of(int table, int partition, int valueBytes) {
        return table | (long) partition << PARTITION_SHIFT | (long) valueBytes << BYTES_SHIFT;
    }

    /**
     * Of a write.
     *
     * @param more whether the transaction writes again under the same header
     * @param deletes whether it deletes the record
     */
    public static long of(int table, int partition, int valueBytes, boolean more, boolean deletes) {
        return of(table, partition, valueBytes) | (more ? MORE : 0) | (deletes ? DELETES : 0);
    }

    /** The table's number. */
    public static int table(long word) {
        return (int) word & SHORT;
    }

    /** The partition's number. */
    public static int partition(long word) {
        return (int) (word >>> PARTITION_SHIFT) & SHORT;
    }

    /** Bytes of the value that follows. */
    public static int valueBytes(long word) {
        return (int) (word >>> BYTES_SHIFT) & MOST_BYTES;
    }

    static boolean isLast(long word) {
        return (word & MORE) == 0;
    }

    static boolean deletes(long word) {
        return (word & DELETES) != 0;
    }
}
