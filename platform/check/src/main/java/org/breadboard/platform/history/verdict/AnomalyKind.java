// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

/**
 * What can be wrong with a history; cycles are named as in Adya, Liskov and O'Neil, "Generalized Isolation Level
 * Definitions".
 */
public enum AnomalyKind {
    /** A cycle of write dependencies alone: transactions overwrote each other in different orders. */
    G0("G0, dirty write"),
    /** A committed transaction, or the final state, shows a write of an aborted transaction. */
    G1A("G1a, aborted read"),
    /**
     * A committed transaction saw a value that was never, or only for a while inside a transaction, the value of that
     * version.
     */
    G1B("G1b, intermediate or garbled read"),
    /** A cycle of write and read dependencies. */
    G1C("G1c, circular information flow"),
    /** A transaction overwrote a write that it had not seen, although it had read the key. */
    LOST_UPDATE("Lost update"),
    /** A cycle with exactly one anti-dependency on an item: a snapshot that is not one. */
    G_SINGLE("G-single, read skew"),
    /** A cycle with several anti-dependencies on items. */
    G2_ITEM("G2-item, write skew"),
    /**
     * A cycle with an anti-dependency of a predicate read: a row appeared in, or vanished from, a range that had been
     * read.
     */
    PHANTOM("G2, phantom"),
    /** A cycle that closes only through real time: the order contradicts what was complete before what began. */
    REAL_TIME("Real-time order violated"),
    /** A committed write is not in the final state, or a version is missing. */
    LOST_WRITE("Lost write"),
    /** Two records carry one transaction id. */
    DUPLICATE("Duplicate"),
    /** The replicas of a partition differ after quiescence. */
    REPLICAS_DIFFER("Replicas differ");

    private final String title;

    AnomalyKind(String title) {
        this.title = title;
    }

    /** The name a person reads. */
    public String title() {
        return title;
    }

    /** Whether a history with such an anomaly may still be equivalent to a serial one. */
    public boolean leavesSerializable() {
        return this == REAL_TIME || this == REPLICAS_DIFFER;
    }
}
