package org.breadboard.platform.history;

/** What every key held before the first transaction. Called on the checker's thread, once per key that the history mentions. */
@FunctionalInterface
public interface InitialState {
    /**
     * Describes one key, by calling exactly one of the answer's methods.
     *
     * @param table  the table
     * @param key    the key
     * @param answer takes the answer; valid during the call
     */
    void describe(int table, long key, Answer answer);

    /** Takes the answer about one key. */
    interface Answer {
        /**
         * The key was there.
         *
         * @param version the version under its header
         * @param hash    the {@link ValueHash} of its value
         */
        void present(long version, long hash);

        /**
         * The key was absent.
         *
         * @param version the version under the header that it would have; if there is no such header, the lowest version
         */
        void absent(long version);
    }
}
