// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

/** What every replica holds after quiescence. It may be visited more than once, and then shows the same. */
@FunctionalInterface
public interface FinalState {
    /**
     * Shows each replica of each partition, in any order: all of the history's keys that are present in it, and all
     * others, but perhaps for some that every replica of the partition has.
     *
     * @param visitor takes the rows, on the caller's thread
     */
    void visit(Visitor visitor);

    /** Takes a key of a history. */
    @FunctionalInterface
    interface Key {
        /** A key. */
        void key(int table, long key);
    }

    /** Takes the rows of replicas. */
    interface Visitor {
        /** Names each key of the history, which alone are compared one by one. */
        void keys(Key visitor);

        /**
         * Begins a replica, which may turn out to be empty; the rows that follow are its.
         *
         * @param node the node that holds it
         * @param partition the partition; its replicas should be equal. A key belongs to one partition.
         * @param primary whether this is the partition's primary, whose versions are compared with the history's
         */
        void replica(int node, int partition, boolean primary);

        /**
         * Says of the primary that has just begun that it is shown by what is not as it was at first: what follows are
         * rows that it has {@linkplain #without not} any more, or that it has now, and perhaps some that are the same
         * as before. Unless this is said, all of its rows follow.
         */
        default void againstFirst() {}

        /**
         * Begins a replica that equals its partition's primary, which was shown before, but for the rows that follow.
         *
         * @param node the node that holds it
         * @param partition the partition
         */
        void likePrimary(int node, int partition);

        /**
         * A row that this replica does not have, although its primary does; or, of a primary, one that it had at first,
         * and that was shown before if its key is the history's. Before the row that it has under the same key.
         */
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

        /** The same, of a key whose version may be a later one. */
        void rowOrLater(int table, long key, long version, long hash);
    }
}
