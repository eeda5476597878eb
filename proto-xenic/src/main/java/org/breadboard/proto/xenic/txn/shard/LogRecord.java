package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/** A record of a log, as it is read; reused. One thread. */
public final class LogRecord {
    private final RecordBatch batch = new RecordBatch();
    long reference;
    int writes;
    boolean commits;

    /** Nothing is read yet. */
    public LogRecord() {}

    /** What it writes; nothing if it is there to be skipped. */
    public RecordBatch batch() {
        return batch;
    }

    /** The transaction. */
    public long reference() {
        return reference;
    }

    /** How many records its transaction writes in all, here and elsewhere; only a LOG says it. */
    public int writes() {
        return writes;
    }

    /** Whether it is a primary's COMMIT; otherwise it is a LOG. */
    public boolean commits() {
        return commits;
    }
}
