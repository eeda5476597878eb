package org.breadboard.api.protocol;

/** A protocol's part of one node, for the checks after a run. Called when all stages are quiet. */
public interface ProtocolNode {
    /** Visits every record of which this node holds a copy. */
    void records(RecordVisitor visitor);

    /** Told of each copy of a record. */
    @FunctionalInterface
    interface RecordVisitor {
        /**
         * One copy of a record.
         *
         * @param replica 0 for the primary's copy, 1 and up for backups
         * @param version its version, in the protocol's numbering as used in {@code Transaction}
         * @param value reused by the caller
         */
        void record(int table, long key, int replica, long version, byte[] value, int lengthBytes);
    }
}
