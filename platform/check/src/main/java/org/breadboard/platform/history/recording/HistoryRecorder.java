// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.Outcome;

/**
 * Writes the records of one stage into pooled chunks, without allocation per event, and hands full chunks to a sink.
 *
 * <p>Call order for each attempt: {@link #invoked} when it begins; when its outcome is known {@link #begin}, its
 * operations in program order, {@link #end}. Attempts of different clients may be under way together, but the calls
 * from {@code begin} to {@code end} are not interleaved. All calls come from the stage's thread. Broken call order
 * throws {@link IllegalStateException}.
 *
 * <p>A full sink never stops the stage: chunks wait here in order and are offered again with the next one;
 * {@link #waitingChunks} lets the runtime slow admission down.
 */
public final class HistoryRecorder {
    private static final long NONE = Long.MAX_VALUE;

    private final int writer;
    private final int firstClient;
    private final long[] outstandingNs;
    /** When each client's last attempt ended. */
    private final long[] endedNs;

    private final HistoryChunkPool pool;
    private final HistorySink sink;
    private final ArrayDeque<HistoryChunk> waiting = new ArrayDeque<>();

    private HistoryChunk chunk;
    private int start;
    private int at;
    private boolean open;
    private int client;
    private int type;
    private int operations;
    private int predicateAt = -1;
    private int predicateRows;
    private long latestNs = Long.MIN_VALUE;
    private long sequence;

    /**
     * Creates a recorder.
     *
     * @param writer id of this recorder, unique in the run
     * @param firstClient lowest client id that this stage uses
     * @param clients how many client ids it uses, from the first; 0 for a stage without clients
     * @param pool where chunks come from
     * @param sink where full chunks go
     */
    public HistoryRecorder(int writer, int firstClient, int clients, HistoryChunkPool pool, HistorySink sink) {
        if (firstClient < 0 || clients < 0 || firstClient + clients - 1 > HistoryCodec.MAX_CLIENT) {
            throw new IllegalArgumentException("A history knows clients 0 to " + HistoryCodec.MAX_CLIENT + ", not "
                    + firstClient + " to " + (firstClient + clients - 1) + ".");
        }
        this.writer = writer;
        this.firstClient = firstClient;
        this.outstandingNs = new long[clients];
        this.endedNs = new long[clients];
        Arrays.fill(outstandingNs, NONE);
        this.pool = pool;
        this.sink = sink;
        this.chunk = pool.take();
    }

    /**
     * Notes that an attempt begins; this is what bounds how far a checker beside the run may forget.
     *
     * @param client the client, with no other attempt under way
     * @param invocationNs now, in ns; the same clock on all stages, and never earlier than a call before
     */
    public void invoked(int client, long invocationNs) {
        if (outstandingNs[client - firstClient] != NONE) {
            throw new IllegalStateException("Client " + client + " began an attempt while another one was under way.");
        }
        // A live stage's clock may be behind the one that told when this client's last attempt ended.
        long beganNs = Math.max(invocationNs, endedNs[client - firstClient]);
        outstandingNs[client - firstClient] = beganNs;
        latestNs = Math.max(latestNs, beganNs);
    }

    /**
     * Begins the record of an attempt that was noted with {@link #invoked}.
     *
     * @param client the client
     * @param type the workload's number for the type of transaction, 0 to 4095
     * @param transactionId unique per attempt
     */
    public void begin(int client, int type, long transactionId) {
        if (open || outstandingNs[client - firstClient] == NONE) {
            throw new IllegalStateException(
                    open
                            ? "A record was begun before the one before it was ended."
                            : "Client " + client + " ended an attempt that it had not begun.");
        }
        if (type < 0 || type > HistoryCodec.MAX_TYPE) {
            throw new IllegalArgumentException(
                    "Transaction type " + type + " is not in 0 to " + HistoryCodec.MAX_TYPE + ".");
        }
        open = true;
        this.client = client;
        this.type = type;
        operations = 0;
        predicateAt = -1;
        room(HistoryCodec.HEADER_WORDS);
        long[] words = chunk.words();
        words[at + 1] = transactionId;
        words[at + 2] = outstandingNs[client - firstClient];
        at += HistoryCodec.HEADER_WORDS;
    }

    /** Adds a read that found a value. */
    public void read(int table, long key, long version, long hash) {
        operation(HistoryCodec.READ, 0, table, key, version, hash);
    }

    /** Adds a read that found the key absent. */
    public void readAbsent(int table, long key, long version) {
        operation(HistoryCodec.READ, HistoryCodec.ABSENT, table, key, version, 0);
    }

    /** Adds a write, with the version and the value that it installed, or would have installed. */
    public void write(int table, long key, long version, long hash) {
        operation(HistoryCodec.WRITE, 0, table, key, version, hash);
    }

    /** Adds an insert. */
    public void insert(int table, long key, long version, long hash) {
        operation(HistoryCodec.INSERT, 0, table, key, version, hash);
    }

    /** Adds a delete. */
    public void delete(int table, long key, long version) {
        operation(HistoryCodec.DELETE, HistoryCodec.ABSENT, table, key, version, 0);
    }

    /** Adds the instants that the transaction names: whose state it read, and from when its writes count. */
    public void snapshot(long of, long committed) {
        operation(HistoryCodec.SNAPSHOT, 0, 0, of, committed, 0);
    }

    /** Adds a predicate read of a range of keys, both ends inclusive; its rows follow through {@link #predicateRow}. */
    public void predicate(int table, long lowestKey, long highestKey) {
        operation(HistoryCodec.PREDICATE_READ, 0, table, lowestKey, highestKey, 0);
        predicateAt = at - HistoryCodec.OPERATION_WORDS;
        predicateRows = 0;
    }

    /** Adds a row that the last predicate read returned. */
    public void predicateRow(long key, long version, long hash) {
        if (predicateAt < 0) {
            throw new IllegalStateException("A predicate's row was recorded without, or away from, its predicate.");
        }
        int table = HistoryCodec.table(chunk.words()[predicateAt]);
        int predicate = predicateAt - start;
        operation(HistoryCodec.READ, HistoryCodec.OF_PREDICATE, table, key, version, hash);
        predicateAt = start + predicate;
        chunk.words()[predicateAt] = HistoryCodec.operationWord(HistoryCodec.PREDICATE_READ, 0, table, ++predicateRows);
    }

    /**
     * Ends the record.
     *
     * @param outcome how the attempt ended
     * @param completionNs now, in ns; ignored where the outcome is unknown
     * @param account the signed sum that the workload's invariant uses, counted if the transaction committed
     */
    public void end(Outcome outcome, long completionNs, long account) {
        if (!open) {
            throw new IllegalStateException("A record was ended that was not begun.");
        }
        long[] words = chunk.words();
        words[start] = HistoryCodec.recordWord(at - start, outcome, type, operations, client);
        words[start + 3] = outcome == Outcome.UNKNOWN ? HistoryCodec.NEVER : completionNs;
        endedNs[client - firstClient] = outcome == Outcome.UNKNOWN ? 0 : completionNs;
        words[start + 4] = account;
        latestNs = Math.max(latestNs, completionNs);
        outstandingNs[client - firstClient] = NONE;
        start = at;
        open = false;
    }

    /**
     * Hands over what was recorded so far, even if the chunk is not full, with the newest watermark. A stage calls it
     * now and then, so that a checker beside the run is not held up by a quiet stage.
     *
     * @param nowNs now, in ns
     */
    public void flush(long nowNs) {
        latestNs = Math.max(latestNs, nowNs);
        handOver(watermarkNs());
    }

    /**
     * Offers what the sink has not taken yet.
     *
     * @return true if nothing waits any more
     */
    public boolean offerWaiting() {
        while (!waiting.isEmpty() && sink.offer(waiting.peek())) {
            waiting.remove();
        }
        return waiting.isEmpty();
    }

    /**
     * Hands over the rest; nothing may be recorded afterwards. Attempts still under way are recorded as unknown before,
     * by the caller. If the sink is full, {@link #offerWaiting} is called until it is not.
     */
    public void close() {
        if (open) {
            throw new IllegalStateException("The history was closed inside a record.");
        }
        handOver(Long.MAX_VALUE);
    }

    /** How many full chunks the sink has not taken yet. */
    public int waitingChunks() {
        return waiting.size();
    }

    private long watermarkNs() {
        long oldest = latestNs;
        for (long ns : outstandingNs) {
            oldest = Math.min(oldest, ns);
        }
        return oldest;
    }

    private void operation(int kind, int flags, int table, long key, long version, long hash) {
        if (!open || operations == HistoryCodec.MAX_OPERATIONS) {
            throw new IllegalStateException(
                    open
                            ? "A transaction with more than " + HistoryCodec.MAX_OPERATIONS
                                    + " operations cannot be recorded."
                            : "An operation was recorded outside a record.");
        }
        if (table < 0 || table > HistoryCodec.MAX_TABLE) {
            throw new IllegalArgumentException("Table " + table + " is not in 0 to " + HistoryCodec.MAX_TABLE + ".");
        }
        room(HistoryCodec.OPERATION_WORDS);
        long[] words = chunk.words();
        words[at] = HistoryCodec.operationWord(kind, flags, table, 0);
        words[at + 1] = key;
        words[at + 2] = version;
        words[at + 3] = hash;
        at += HistoryCodec.OPERATION_WORDS;
        operations++;
        predicateAt = -1;
    }

    /** Makes room in the chunk; a record never spans two chunks, so one that has begun moves to the next. */
    private void room(int words) {
        if (at + words <= chunk.words().length) {
            return;
        }
        if (start == 0) {
            chunk.reserve(at + words);
            return;
        }
        HistoryChunk full = chunk;
        int from = start;
        int begun = at - start;
        handOver(watermarkNs(), from);
        chunk.reserve(begun + words);
        System.arraycopy(full.words(), from, chunk.words(), 0, begun);
        at = begun;
        offerWaiting();
    }

    private void handOver(long watermarkNs) {
        if (open) {
            throw new IllegalStateException("The history was flushed inside a record.");
        }
        if (at == 0 && !waiting.isEmpty()) {
            waiting.getLast().moveWatermark(watermarkNs);
        } else {
            handOver(watermarkNs, at);
        }
        offerWaiting();
    }

    private void handOver(long watermarkNs, int lengthWords) {
        chunk.label(lengthWords, writer, sequence++, watermarkNs);
        waiting.add(chunk);
        chunk = pool.take();
        start = 0;
        at = 0;
    }
}
