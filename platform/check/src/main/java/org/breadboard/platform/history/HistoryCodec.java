// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

/**
 * The layout of a record, and nothing else; all multi-word quantities are in 64-bit words.
 *
 * <pre>
 *   word 0   bits  0-15  length of the record, in words
 *            bits 16-19  outcome                     ({@link Outcome})
 *            bits 20-31  type of the transaction     (0 to 4095, the workload's numbering)
 *            bits 32-47  number of operations
 *            bits 48-63  client, or context, that ran the attempt
 *   word 1   id of the transaction, unique per attempt
 *   word 2   invocation, ns
 *   word 3   completion, ns ({@link #NEVER} where the outcome is unknown)
 *   word 4   account: a signed sum that an invariant of the workload uses, such as money added
 *   then, for each operation, in program order:
 *   word 0   bits  0-7   kind                        ({@link #READ} to {@link #SNAPSHOT})
 *            bits  8-15  flags                       ({@link #ABSENT}, {@link #OF_PREDICATE})
 *            bits 16-31  table
 *            bits 32-63  for a predicate read, how many rows follow it; else 0
 *   word 1   key                                     (predicate read: lowest key, inclusive)
 *   word 2   version that was observed, or installed (predicate read: highest key, inclusive)
 *   word 3   hash of the value, 0 where absent       (predicate read: 0)
 * </pre>
 *
 * <p>A predicate read says that the transaction looked at every key from lowest to highest (signed order) and saw
 * exactly the rows that follow it as READs flagged {@link #OF_PREDICATE}. A scan with a limit, a minimum and a maximum
 * end their range at the last row that they returned.
 */
public final class HistoryCodec {
    /** Words before the first operation. */
    public static final int HEADER_WORDS = 5;

    /** Words of one operation. */
    public static final int OPERATION_WORDS = 4;

    /** Most operations that one record can hold. */
    public static final int MAX_OPERATIONS = (0xFFFF - HEADER_WORDS) / OPERATION_WORDS;

    /** Completion of a transaction whose outcome is unknown. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Kind: observed a version and a value. */
    public static final int READ = 0;

    /** Kind: installed a version of a key, present before or not. */
    public static final int WRITE = 1;

    /** Kind: installed a version of a key that was absent. */
    public static final int INSERT = 2;

    /** Kind: made a key absent, at a version. */
    public static final int DELETE = 3;

    /** Kind: observed which keys of a range of an ordered index are present. */
    public static final int PREDICATE_READ = 4;

    /**
     * Kind: no access, but which instants the transaction has named: as the key that whose state it read, as the
     * version that from which its writes count.
     */
    public static final int SNAPSHOT = 5;

    /** Flag: the key had, or has now, no value. */
    public static final int ABSENT = 1;

    /** Flag: this READ is a result row of the predicate read before it. */
    public static final int OF_PREDICATE = 2;

    /** Most clients of a run, each a context of a thread. */
    public static final int MAX_CLIENTS = 1 << 16;

    /** The greatest type of a transaction. */
    public static final int MAX_TYPE = 0xFFF;

    /** The greatest client. */
    public static final int MAX_CLIENT = MAX_CLIENTS - 1;

    /** The greatest table. */
    public static final int MAX_TABLE = 0xFFFF;

    private HistoryCodec() {}

    /** Word 0 of a record. */
    public static long recordWord(int lengthWords, Outcome outcome, int type, int operations, int client) {
        return lengthWords
                | (long) outcome.code() << 16
                | (long) type << 20
                | (long) operations << 32
                | (long) client << 48;
    }

    static int lengthWords(long word) {
        return (int) (word & 0xFFFF);
    }

    static int outcomeCode(long word) {
        return (int) (word >>> 16) & 0xF;
    }

    static int type(long word) {
        return (int) (word >>> 20) & MAX_TYPE;
    }

    static int operations(long word) {
        return (int) (word >>> 32) & 0xFFFF;
    }

    static int client(long word) {
        return (int) (word >>> 48);
    }

    /** Word 0 of an operation. */
    public static long operationWord(int kind, int flags, int table, int rows) {
        return kind | (long) flags << 8 | (long) table << 16 | (long) rows << 32;
    }

    static int kind(long word) {
        return (int) word & 0xFF;
    }

    static int flags(long word) {
        return (int) (word >>> 8) & 0xFF;
    }

    /** The table in word 0 of an operation. */
    public static int table(long word) {
        return (int) (word >>> 16) & MAX_TABLE;
    }

    static int rows(long word) {
        return (int) (word >>> 32);
    }
}
