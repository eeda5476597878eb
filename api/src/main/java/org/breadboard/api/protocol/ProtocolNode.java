package org.breadboard.api.protocol;

import java.util.List;

/** A protocol's part of one node, for the checks after a run. Called when all stages are quiet. */
public interface ProtocolNode {
    /** Visits every record of which this node holds a copy. */
    void records(RecordVisitor visitor);

    /**
     * What this node finds wrong with itself after the run (a log that lacks a committed record, a counter that does not add
     * up), one sentence each, after all stages are quiet; empty if nothing is.
     */
    default List<String> violations() {
        return List.of();
    }

    /** Told of each copy of a record. */
    @FunctionalInterface
    interface RecordVisitor {
        /**
         * One copy of a record.
         *
         * @param replica 0 for the primary's copy, 1 and up for backups
         * @param version its version, in the protocol's numbering as used in {@code Transaction}; 0 for what was never written
         * @param value reused by the caller
         */
        void record(int table, long key, int replica, long version, byte[] value, int lengthBytes);
    }
}
