// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.function.LongConsumer;

/**
 * What every key held before the first transaction. Called on the checker's thread, once per key that the history
 * mentions.
 */
@FunctionalInterface
public interface InitialState {
    /**
     * Describes one key, by calling exactly one of the answer's methods.
     *
     * @param table the table
     * @param key the key
     * @param answer takes the answer; valid during the call
     */
    void describe(int table, long key, Answer answer);

    /**
     * Lists the keys of an ordered index that were present in a range, for each scan of it. Where it lists nothing, as
     * by default, a scan that missed a row is only caught if some other operation mentions the row, in a windowed check
     * by the time of the scan.
     *
     * @param table the table
     * @param lowest lowest key, inclusive
     * @param highest highest key, inclusive
     * @param visitor takes the keys
     */
    default void forEachPresent(int table, long lowest, long highest, LongConsumer visitor) {}

    /** Takes the answer about one key. */
    interface Answer {
        /**
         * The key was there.
         *
         * @param version the version under its header
         * @param hash the {@link ValueHash} of its value
         */
        void present(long version, long hash);

        /**
         * The key was absent.
         *
         * @param version the version under the header that it would have; if there is no such header, the lowest
         *     version
         */
        void absent(long version);
    }
}
