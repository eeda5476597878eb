// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

import org.breadboard.api.protocol.ProtocolType.Promise;

/**
 * What can be wrong with a history; cycles are named as in Adya, Liskov and O'Neil, "Generalized Isolation Level
 * Definitions".
 */
public enum AnomalyKind {
    /** A cycle of write dependencies alone: transactions overwrote each other in different orders. */
    G0("G0, dirty write", Promise.READ_COMMITTED),
    /** A committed transaction, or the final state, shows a write of an aborted transaction. */
    G1A("G1a, aborted read", Promise.READ_COMMITTED),
    /**
     * A committed transaction saw a value that was never, or only for a while inside a transaction, the value of that
     * version.
     */
    G1B("G1b, intermediate or garbled read", Promise.READ_COMMITTED),
    /** A cycle of write and read dependencies. */
    G1C("G1c, circular information flow", Promise.READ_COMMITTED),
    /** A transaction saw one write of another, and another item as it was before that one wrote it. */
    FRACTURED_READ("Fractured read", Promise.READ_ATOMIC),
    /** A transaction depends on what was committed after the instant whose state it has read. */
    G_SIA("G-SIa, interference", Promise.SNAPSHOT_ISOLATION),
    /**
     * A transaction missed what was committed by the instant whose state it has read; or a cycle in which no two
     * anti-dependencies follow each other.
     */
    G_SIB("G-SIb, missed effects", Promise.SNAPSHOT_ISOLATION),
    /** A transaction overwrote a write that it had not seen, although it had read the key. */
    LOST_UPDATE("Lost update", Promise.SNAPSHOT_ISOLATION),
    /** A cycle with exactly one anti-dependency on an item: a snapshot that is not one. */
    G_SINGLE("G-single, read skew", Promise.SNAPSHOT_ISOLATION),
    /** A cycle with several anti-dependencies on items. */
    G2_ITEM("G2-item, write skew", Promise.SERIALIZABLE),
    /**
     * A cycle with an anti-dependency of a predicate read: a row appeared in, or vanished from, a range that had been
     * read.
     */
    PHANTOM("G2, phantom", Promise.SERIALIZABLE),
    /** A cycle that closes only through real time: the order contradicts what was complete before what began. */
    REAL_TIME("Real-time order violated", Promise.READ_COMMITTED),
    /** A committed write is not in the final state, or a version is missing. */
    LOST_WRITE("Lost write", Promise.READ_COMMITTED),
    /** Two records carry one transaction id. */
    DUPLICATE("Duplicate", Promise.READ_COMMITTED),
    /** The replicas of a partition differ after quiescence. */
    REPLICAS_DIFFER("Replicas differ", Promise.READ_COMMITTED);

    private final String title;
    private final Promise excludedBy;

    AnomalyKind(String title, Promise excludedBy) {
        this.title = title;
        this.excludedBy = excludedBy;
    }

    /** The name a person reads. */
    public String title() {
        return title;
    }

    /** Whether who promises this may not show it. */
    public boolean isExcludedBy(Promise promise) {
        return promise.includes(excludedBy);
    }

    /** Whether a history with such an anomaly may still be equivalent to a serial one. */
    public boolean leavesSerializable() {
        return this == REAL_TIME || this == REPLICAS_DIFFER;
    }
}
