package org.breadboard.platform.history;

/** What every replica holds after quiescence. It may be visited more than once, and then shows the same. */
@FunctionalInterface
public interface FinalState {
    /**
     * Shows each replica of each partition, with all keys that are present in it, in any order.
     *
     * @param visitor takes the rows, on the caller's thread
     */
    void visit(Visitor visitor);

    /** Takes the rows of replicas. */
    interface Visitor {
        /**
         * Begins a replica, which may turn out to be empty; the rows that follow are its.
         *
         * @param node the node that holds it
         * @param partition the partition; its replicas should be equal. A key belongs to one partition.
         * @param primary whether this is the partition's primary, whose versions are compared with the history's
         */
        void replica(int node, int partition, boolean primary);

        /**
         * Begins a replica that equals its partition's primary, which was shown before, but for the rows that follow.
         *
         * @param node the node that holds it
         * @param partition the partition
         */
        void likePrimary(int node, int partition);

        /** A row of the primary that this replica does not have; before any row that it has. */
        void without(int table, long key, long version, long hash);

        /**
         * A key that is present.
         *
         * @param table the table
         * @param key the key
         * @param version the version under its header
         * @param hash the {@link ValueHash} of its value
         */
        void row(int table, long key, long version, long hash);
    }
}
