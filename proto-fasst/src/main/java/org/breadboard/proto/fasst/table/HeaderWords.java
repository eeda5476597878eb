// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.runtime.Step;

/**
 * The header words of a table, where those look that serve its requests: whoever can change one of them atomically, and
 * nobody else, does so here. What an access costs is charged by calls of its own. Used by many threads at once, but for
 * the charges.
 */
public interface HeaderWords {
    /** The word of the header at that address; later loads are not moved before it. */
    long load(int partition, long header);

    /** Compare-and-set of a word. */
    boolean swap(int partition, long header, long expected, long word);

    /** Stores a word; earlier stores are not moved behind it. */
    void store(int partition, long header, long word);

    /** Orders earlier loads before later ones. */
    void loadFence(int partition);

    /**
     * Charges for the first access of a transaction to a header.
     *
     * @param alone whether the record under it is not looked up after that
     */
    void looked(Step step, boolean alone);

    /** Charges for an access to a header whose record is looked up, and which was used before. */
    void looked(Step step);

    /** Charges for an access to a header that was used before, without one to a record. */
    void again(Step step);
}
